package io.grizzlythrift.bench.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A page of results as Markdown, and the files of its charts. */
public final class MarkdownReport {
    private final StringBuilder text = new StringBuilder();
    private final ChartFiles names = new ChartFiles();
    private final Map<String, String> charts = new LinkedHashMap<>();
    private final Map<String, String> descriptions = new LinkedHashMap<>();

    public MarkdownReport(List<Part> parts) {
        parts.forEach(this::add);
    }

    private void add(Part part) {
        if (part instanceof Part.Text words) {
            block(words.markdown());
        } else if (part instanceof Part.Chart chart) {
            String file = names.name(chart.title()) + ".svg";
            charts.put(file, chart.drawing().svg(Look.REPORT));
            descriptions.put(file, chart.description());
            block("![" + MarkdownTable.escaped(chart.description()) + "](" + file + ")");
        } else if (part instanceof Part.Section section) {
            if (!section.heading().isEmpty()) {
                block("#".repeat(section.level()) + " " + MarkdownTable.escaped(section.heading()));
            }
            section.parts().forEach(this::add);
        }
    }

    private void block(String markdown) {
        text.append(markdown).append("\n\n");
    }

    /** {@return the SVG of each chart, by file name} */
    public Map<String, String> charts() {
        return charts;
    }

    /** {@return the description of each chart, by file name} */
    public Map<String, String> descriptions() {
        return descriptions;
    }

    public String markdown() {
        return text.toString().stripTrailing() + "\n";
    }
}
