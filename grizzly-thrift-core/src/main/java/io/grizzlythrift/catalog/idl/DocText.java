package io.grizzlythrift.catalog.idl;

import java.util.List;
import java.util.stream.Collectors;

/** The text of a comment, without its frame of asterisks. */
final class DocText {
    private DocText() {}

    static String of(String comment) {
        List<String> lines = comment.lines().map(DocText::withoutAsterisk).toList();
        return lines.stream().collect(Collectors.joining("\n")).strip();
    }

    private static String withoutAsterisk(String line) {
        String stripped = line.strip();
        if (!stripped.startsWith("*")) {
            return line.stripTrailing();
        }
        int text = stripped.startsWith("* ") ? 2 : 1;
        return stripped.substring(text);
    }
}
