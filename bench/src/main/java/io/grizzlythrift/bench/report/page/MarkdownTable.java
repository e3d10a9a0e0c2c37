package io.grizzlythrift.bench.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in Markdown. */
public final class MarkdownTable {
    private static final String WORDS = "---";
    private static final String NUMBERS = "---:";

    private final List<List<String>> rows = new ArrayList<>();

    /** Creates a table whose first and last columns are words, and whose other columns are numbers. */
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

    /** Creates a table whose first column is words, and whose other columns are numbers. */
    public static MarkdownTable ofNumbers(List<String> head) {
        return new MarkdownTable(head, NUMBERS, NUMBERS);
    }

    /**
     * Creates a table whose columns are all words.
     *
     * @param head column headings
     * @return a table without rows
     */
    public static MarkdownTable ofWords(List<String> head) {
        return new MarkdownTable(head, WORDS, WORDS);
    }

    /**
     * Adds a row.
     *
     * @param row any text, one per column
     */
    public void add(List<String> row) {
        addMarkdown(row.stream().map(MarkdownTable::escaped).toList());
    }

    /** Adds a row of Markdown, which is not escaped. */
    public void addMarkdown(List<String> row) {
        rows.add(List.copyOf(row));
    }

    /**
     * Escapes text for Markdown, so that it appears unchanged, in one line.
     *
     * @param text any text
     * @return Markdown
     */
    public static String escaped(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ")
                .replaceAll("[\\\\`*_\\[\\]#|]", "\\\\$0")
                .replace("&", "&amp;")
                .replace("<", "&lt;");
    }

    /** {@return the table as Markdown} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        return text.toString();
    }
}
