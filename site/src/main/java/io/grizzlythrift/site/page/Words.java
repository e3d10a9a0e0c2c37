package io.grizzlythrift.site.page;

import java.util.regex.Pattern;

/** Makes texts of the bench more readable on a page. */
public final class Words {
    private static final Pattern MICROSECONDS =
            Pattern.compile("(?<=\\d |p\\d\\d |p99\\.9 |max |server |client |mean )us\\b");
    private static final Pattern PRESET = Pattern.compile("^[\\w-]+: ");

    private Words() {}

    /** Replaces us with the symbol of the unit. */
    public static String readable(String words) {
        return MICROSECONDS.matcher(words).replaceAll("µs");
    }

    /** Returns a title without the name of the preset, which the heading already has. */
    public static String withoutPreset(String title) {
        return PRESET.matcher(title).replaceFirst("");
    }
}
