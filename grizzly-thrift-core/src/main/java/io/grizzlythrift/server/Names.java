package io.grizzlythrift.server;

import java.util.regex.Pattern;

/** Names that a peer wrote, made fit for a log: they must neither begin a line of their own nor fill it. */
final class Names {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^\\x20-\\x7e]");
    private static final int LOGGED_CHARS = 200;

    private Names() {}

    static String printable(String text) {
        String cut = text.length() <= LOGGED_CHARS ? text : text.substring(0, LOGGED_CHARS) + "...";
        return NOT_PRINTABLE.matcher(cut).replaceAll("?");
    }
}
