package io.grizzlythrift.catalog.json;

import java.io.IOException;

/** Integers of JSON. */
final class IntegerText {
    private IntegerText() {}

    /** Parses a number, as the value whose token the source has read. */
    static long parse(JsonSource in, String text, int bits) throws IOException, ValueException {
        try {
            long value = Long.parseLong(text);
            if (value == value << Long.SIZE - bits >> Long.SIZE - bits) {
                return value;
            }
        } catch (NumberFormatException e) { // too long, or no number
        }
        long max = (1L << bits - 1) - 1;
        throw in.mismatch("an integer from " + (-max - 1) + " to " + max);
    }
}
