package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** The path of a value in a document: {@code $.order.items[3].price}. */
final class JsonPath {
    private static final int MAX_NAME_CHARS = 80;
    private static final int MAX_CHARS = 1_000;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^\\x20-\\x7e]");

    private JsonPath() {}

    /** Returns the path of the value that was read last. */
    static String ofRead(JsonStreamContext position) {
        return of(position, 0);
    }

    /** Returns the path of the value to write next. */
    static String ofNext(JsonStreamContext position) {
        return of(position, 1);
    }

    private static String of(JsonStreamContext position, int offset) {
        Deque<String> steps = new ArrayDeque<>();
        int ahead = offset;
        for (JsonStreamContext each = position; each != null; each = each.getParent()) {
            if (each.inArray() && each.hasCurrentIndex()) {
                steps.push("[" + (each.getCurrentIndex() + ahead) + "]");
            } else if (each.inArray() && ahead > 0) {
                steps.push("[0]");
            } else if (each.inObject() && each.getCurrentName() != null) {
                steps.push(step(each.getCurrentName()));
            }
            ahead = 0;
        }
        StringBuilder path = new StringBuilder("$");
        steps.forEach(path::append);
        return path.length() <= MAX_CHARS ? path.toString() : path.substring(0, MAX_CHARS) + "...";
    }

    private static String step(String name) {
        return PLAIN_NAME.matcher(name).matches() && name.length() <= MAX_NAME_CHARS
                ? "." + name
                : "[\"" + quotable(name) + "\"]";
    }

    /** Returns a name or value of a peer for a message: not too long, and without control characters. */
    static String quotable(String text) {
        return printable(text, MAX_NAME_CHARS);
    }

    static String printable(String text, int maxChars) {
        String start = text.length() <= maxChars ? text : text.substring(0, maxChars) + "...";
        return NOT_PRINTABLE.matcher(start).replaceAll("?");
    }
}
