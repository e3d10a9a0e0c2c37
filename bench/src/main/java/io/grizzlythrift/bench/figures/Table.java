package io.grizzlythrift.bench.figures;

import io.grizzlythrift.bench.report.page.MarkdownTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of figures, described by lines: the head of the first column; then {@code HEAD = EXPRESSION} for each further
 * column, with {@code {}} for the words of a row; then {@code LABEL = WORDS} for each row.
 */
final class Table {
    private static final String WORDS_OF_ROW = "{}";
    private static final String EQUALS = " = ";

    private final List<String> heads = new ArrayList<>();
    private final List<String> columns = new ArrayList<>();
    private final Map<String, String> rows = new LinkedHashMap<>();

    /** @throws IllegalArgumentException if a line is neither a column nor a row */
    Table(String description) {
        List<String> lines = description
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        for (String line : lines) {
            String[] sides = line.split(EQUALS, 2);
            if (heads.isEmpty()) {
                heads.add(line);
            } else if (sides.length < 2) {
                throw new IllegalArgumentException("\"" + line + "\" is not NAME = EXPRESSION");
            } else if (sides[1].contains(WORDS_OF_ROW)) {
                heads.add(sides[0]);
                columns.add(sides[1]);
            } else {
                rows.put(sides[0], sides[1]);
            }
        }
        if (columns.isEmpty() || rows.isEmpty()) {
            throw new IllegalArgumentException("a table needs a column, with " + WORDS_OF_ROW + ", and a row");
        }
    }

    /** Returns the table as Markdown. */
    String markdown(Expression expression) throws IOException {
        MarkdownTable table = MarkdownTable.ofNumbers(heads);
        for (Map.Entry<String, String> row : rows.entrySet()) {
            List<String> cells = new ArrayList<>(List.of(row.getKey()));
            for (String column : columns) {
                cells.add(expression.text(column.replace(WORDS_OF_ROW, row.getValue())));
            }
            table.addMarkdown(cells);
        }
        return table.toString();
    }
}
