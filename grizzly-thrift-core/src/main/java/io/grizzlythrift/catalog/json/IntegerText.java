package io.grizzlythrift.catalog.json;

import java.io.IOException;

/** Integers of JSON. */
final class IntegerText {
    private IntegerText() {}

    /** Parses a number, as the value whose token the source has read. */
    static long parse(JsonSource in, String text, int bits) throws IOException, ValueException {
        long min = Long.MIN_VALUE >> (Long.SIZE - bits);
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= -(min + 1)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // too long, or no number
        }
        throw in.mismatch("an integer from " + min + " to " + -(min + 1));
    }
}
