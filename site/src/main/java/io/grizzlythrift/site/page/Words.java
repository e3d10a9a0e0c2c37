package io.grizzlythrift.site.page;

import java.util.regex.Pattern;

/** The bench's words as people read them on a page. */
public final class Words {
    private static final Pattern MICROSECONDS =
            Pattern.compile("(?<=\\d |p\\d\\d |p99\\.9 |max |server |client |mean )us\\b");
    private static final Pattern PRESET = Pattern.compile("^[\\w-]+: ");

    private Words() {}

    /** With the sign of the unit in place of its letters. */
    public static String readable(String words) {
        return MICROSECONDS.matcher(words).replaceAll("µs");
    }

    /** A title without the name of the preset, which the heading has said. */
    public static String withoutPreset(String title) {
        return PRESET.matcher(title).replaceFirst("");
    }
}
