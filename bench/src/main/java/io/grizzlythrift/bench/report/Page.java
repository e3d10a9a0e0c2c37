package io.grizzlythrift.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The report as it grows: Markdown, and the charts that it shows. */
final class Page {
    private final StringBuilder text = new StringBuilder();
    private final List<Chart> charts = new ArrayList<>();

    void heading(int level, String words) {
        text.append("#".repeat(level))
                .append(' ')
                .append(MarkdownTable.escaped(words))
                .append("\n\n");
    }

    /** Lines of Markdown, followed by an empty one. */
    void block(String markdown) {
        text.append(markdown.stripTrailing()).append("\n\n");
    }

    /**
     * Shows a chart.
     *
     * @param title what it shows; names its file, with a number if another chart has the name
     * @param subtitle under which conditions; may be empty
     * @param svg the file's content
     */
    void chart(String title, String subtitle, String svg) {
        String wanted =
                title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String free = wanted;
        for (int number = 2; taken(free); number++) {
            free = wanted + "-" + number;
        }
        Chart chart = new Chart(free + ".svg", svg);
        charts.add(chart);
        String alternative = subtitle.isEmpty() ? title : title + ", " + subtitle;
        block("![" + MarkdownTable.escaped(alternative) + "](" + chart.file() + ")");
    }

    private boolean taken(String name) {
        return charts.stream().anyMatch(chart -> chart.file().equals(name + ".svg"));
    }

    List<Chart> charts() {
        return Collections.unmodifiableList(charts);
    }

    String markdown() {
        return text.toString().stripTrailing() + "\n";
    }

    /** A picture, and the name of its file. */
    record Chart(String file, String svg) {}
}
