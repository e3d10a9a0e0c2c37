package io.grizzlythrift.bench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Builds a page of results. */
public final class Page {
    private final List<Part> parts = new ArrayList<>();

    /** Adds lines of Markdown. */
    public void block(String markdown) {
        parts.add(new Part.Text(markdown.stripTrailing()));
    }

    public void chart(Part.Chart chart) {
        parts.add(chart);
    }

    /**
     * Adds a section with a heading.
     *
     * @param level level of the heading
     * @param heading plain text; may be empty
     * @param drawn whether a chart already shows these figures
     * @param content writes the content
     */
    public void section(int level, String heading, boolean drawn, Consumer<Page> content) {
        Page page = new Page();
        content.accept(page);
        parts.add(new Part.Section(level, heading, drawn, page.parts));
    }

    public List<Part> parts() {
        return List.copyOf(parts);
    }
}
