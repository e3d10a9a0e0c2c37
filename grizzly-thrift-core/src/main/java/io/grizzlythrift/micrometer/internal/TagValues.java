package io.grizzlythrift.micrometer.internal;

import java.util.Locale;

/** Converts enum constants to tag values. */
public final class TagValues {
    private TagValues() {}

    /** {@return the name of a constant in lower case} */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
