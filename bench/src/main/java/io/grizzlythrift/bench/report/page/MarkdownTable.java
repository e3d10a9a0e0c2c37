package io.grizzlythrift.bench.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in Markdown. */
public final class MarkdownTable {
    private static final String WORDS = "---";
    private static final String NUMBERS = "---:";

    private final List<List<String>> rows = new ArrayList<>();

    /** The first and the last column are words, those between are numbers. */
    public MarkdownTable(List<String> head) {
        this(head, NUMBERS, WORDS);
    }

    private MarkdownTable(List<String> head, String between, String last) {
        rows.add(List.copyOf(head));
        List<String> alignment = new ArrayList<>(Collections.nCopies(head.size(), between));
        alignment.set(head.size() - 1, last);
        alignment.set(0, WORDS);
        rows.add(alignment);
    }

    /** A table whose first column is words, and all others numbers. */
    public static MarkdownTable ofNumbers(List<String> head) {
        return new MarkdownTable(head, NUMBERS, NUMBERS);
    }

    /**
     * A table of nothing but words.
     *
     * @param head above its columns
     * @return without rows
     */
    public static MarkdownTable ofWords(List<String> head) {
        return new MarkdownTable(head, WORDS, WORDS);
    }

    /**
     * Adds a row.
     *
     * @param row any text, as many as there are columns
     */
    public void add(List<String> row) {
        rows.add(row.stream().map(MarkdownTable::escaped).toList());
    }

    /**
     * Any text as plain words of Markdown, in one line.
     *
     * @param text in which nothing shall mean anything
     * @return Markdown
     */
    public static String escaped(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ")
                .replaceAll("[\\\\`*_\\[\\]#|]", "\\\\$0")
                .replace("&", "&amp;")
                .replace("<", "&lt;");
    }

    /** The Markdown. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        return text.toString();
    }
}
