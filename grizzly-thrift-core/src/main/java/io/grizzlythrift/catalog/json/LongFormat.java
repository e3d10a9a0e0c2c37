package io.grizzlythrift.catalog.json;

/** How values of type {@code i64} are written. Numbers and strings of digits are always read. */
public enum LongFormat {
    /** As numbers. JavaScript and others that read numbers as floating point round those beyond 2^53. */
    NUMBER,
    /** As strings of digits. */
    STRING,
    /** As strings of digits if they are beyond 2^53, otherwise as numbers. */
    STRING_IF_INEXACT;

    /** The largest number up to which all integers have an exact floating point value: 2^53. */
    private static final long MAX_EXACT = 1L << 53;

    boolean isString(long value) {
        return switch (this) {
            case NUMBER -> false;
            case STRING -> true;
            case STRING_IF_INEXACT -> value > MAX_EXACT || value < -MAX_EXACT;
        };
    }
}
