package io.grizzlythrift.bench.report.page;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A part of a page of results. */
public sealed interface Part {
    /**
     * Text or a table.
     *
     * @param markdown lines of Markdown
     */
    record Text(String markdown) implements Part {
        /** Rejects a missing value. */
        public Text {
            requireNonNull(markdown, "markdown");
        }
    }

    /**
     * A chart, drawn on demand.
     *
     * @param title describes the figures
     * @param subtitle describes the conditions; may be empty
     * @param figures the same figures as a Markdown table; empty if the table below the chart has them
     * @param drawing draws it
     */
    record Chart(String title, String subtitle, String figures, Drawing drawing) implements Part {
        /** Rejects a missing value. */
        public Chart {
            requireNonNull(title, "title");
            requireNonNull(subtitle, "subtitle");
            requireNonNull(figures, "figures");
            requireNonNull(drawing, "drawing");
        }

        /**
         * Describes the chart in one line.
         *
         * @return title and subtitle
         */
        public String description() {
            return subtitle.isEmpty() ? title : title + ", " + subtitle;
        }
    }

    /**
     * A section with a heading.
     *
     * @param level level of the heading: 2 for a preset, 3 for a group
     * @param heading plain text; may be empty
     * @param drawn whether an earlier chart already shows these figures
     * @param parts the content
     */
    record Section(int level, String heading, boolean drawn, List<Part> parts) implements Part {
        /** Copies the list. */
        public Section {
            requireNonNull(heading, "heading");
            parts = List.copyOf(parts);
        }
    }

    /** Draws a chart. */
    @FunctionalInterface
    interface Drawing {
        /**
         * Draws the chart.
         *
         * @param look the look on the page
         * @return SVG; the same look gives the same text
         */
        String svg(Look look);
    }
}
