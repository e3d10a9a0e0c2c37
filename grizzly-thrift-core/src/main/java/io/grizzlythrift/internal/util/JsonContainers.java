package io.grizzlythrift.internal.util;

/** Counts what can be arrays and objects in JSON, before it is read. */
public final class JsonContainers {
    private JsonContainers() {}

    /** {@return at least the number of arrays and objects: brackets within texts are counted, too} */
    public static int atMost(byte[] json, int offset, int length) {
        int brackets = 0;
        for (int i = offset; i < offset + length; i++) {
            if ((json[i] | 0x20) == '{') { // [ and { differ in this bit
                brackets++;
            }
        }
        return brackets;
    }
}
