package io.grizzlythrift.bench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A page of results as it grows. */
public final class Page {
    private final List<Part> parts = new ArrayList<>();

    /** Lines of Markdown. */
    public void block(String markdown) {
        parts.add(new Part.Text(markdown.stripTrailing()));
    }

    public void chart(Part.Chart chart) {
        parts.add(chart);
    }

    /**
     * Adds what belongs under one heading.
     *
     * @param level of the heading
     * @param heading plain words; may be empty
     * @param drawn whether a chart shows it already
     * @param content writes it
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
