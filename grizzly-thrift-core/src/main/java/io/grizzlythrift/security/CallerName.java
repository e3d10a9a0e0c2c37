package io.grizzlythrift.security;

import java.util.ArrayList;
import java.util.List;

/**
 * One element of the list of callers in a rule.
 *
 * @param text without the quotes
 * @param quoted whether it was in quotes: then it is a name, whatever it contains
 */
record CallerName(String text, boolean quoted) {
    /**
     * Splits a list at its commas. A name in double quotes may contain commas and spaces, and quotes and backslashes behind
     * a backslash.
     *
     * @throws IllegalArgumentException if it is malformed or empty
     */
    static List<CallerName> split(String list) {
        List<CallerName> names = new ArrayList<>();
        int at = 0;
        do {
            at = skipSpace(list, at);
            boolean quoted = at < list.length() && list.charAt(at) == '"';
            StringBuilder text = new StringBuilder();
            at = quoted ? readQuoted(list, at + 1, text) : readPlain(list, at, text);
            names.add(checked(quoted ? text.toString() : text.toString().strip(), quoted));
            at = skipSpace(list, at);
            if (at < list.length() && list.charAt(at) != ',') {
                throw new IllegalArgumentException("there must be a comma before '" + list.substring(at) + "'");
            }
            at++;
        } while (at <= list.length());
        return names;
    }

    private static CallerName checked(String text, boolean quoted) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("there is no caller before or behind a comma, or none at all");
        }
        if (!quoted && text.chars().anyMatch(each -> each == '"' || Character.isWhitespace(each))) {
            throw new IllegalArgumentException("'" + text + "' has spaces or quotes, so it must be in double quotes");
        }
        return new CallerName(text, quoted);
    }

    private static int skipSpace(String list, int from) {
        int at = from;
        while (at < list.length() && Character.isWhitespace(list.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int readPlain(String list, int from, StringBuilder into) {
        int comma = list.indexOf(',', from);
        int end = comma < 0 ? list.length() : comma;
        into.append(list, Math.min(from, end), end);
        return end;
    }

    private static int readQuoted(String list, int from, StringBuilder into) {
        for (int at = from; at < list.length(); at++) {
            char next = list.charAt(at);
            if (next == '"') {
                return at + 1;
            }
            if (next == '\\') {
                at++;
                if (at == list.length()) {
                    break;
                }
                next = list.charAt(at);
            }
            into.append(next);
        }
        throw new IllegalArgumentException("a name has no closing quote");
    }
}
