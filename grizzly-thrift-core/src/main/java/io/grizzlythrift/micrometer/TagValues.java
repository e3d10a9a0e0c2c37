package io.grizzlythrift.micrometer;

import java.util.Locale;

/** Converts enum constants to tag values. */
final class TagValues {
    private TagValues() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
