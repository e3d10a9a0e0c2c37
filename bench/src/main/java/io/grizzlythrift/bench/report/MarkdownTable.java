package io.grizzlythrift.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in Markdown: the first and the last column are words, those between are numbers. */
final class MarkdownTable {
    private final List<List<String>> rows = new ArrayList<>();

    MarkdownTable(List<String> head) {
        rows.add(List.copyOf(head));
        List<String> alignment = new ArrayList<>(Collections.nCopies(head.size(), "---:"));
        alignment.set(0, "---");
        alignment.set(head.size() - 1, "---");
        rows.add(alignment);
    }

    void add(List<String> row) {
        rows.add(row.stream().map(MarkdownTable::escaped).toList());
    }

    /** Any text as plain words of Markdown, in one line. */
    static String escaped(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ")
                .replaceAll("[\\\\`*_\\[\\]#|]", "\\\\$0")
                .replace("&", "&amp;")
                .replace("<", "&lt;");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        return text.toString();
    }
}
