package io.grizzlythrift.micrometer;

import java.util.Locale;

/** Constants as values of tags. */
final class TagValues {
    private TagValues() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
