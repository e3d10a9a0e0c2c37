package io.grizzlythrift.bench.report.page;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A piece of a page of results. */
public sealed interface Part {
    /**
     * Words or a table.
     *
     * @param markdown lines of Markdown
     */
    record Text(String markdown) implements Part {
        /** Checks that nothing is missing. */
        public Text {
            requireNonNull(markdown, "markdown");
        }
    }

    /**
     * A chart, which is drawn when somebody wants it.
     *
     * @param title what it shows
     * @param subtitle under which conditions; may be empty
     * @param figures the same figures as a table in Markdown; empty where the table below it has them
     * @param drawing draws it
     */
    record Chart(String title, String subtitle, String figures, Drawing drawing) implements Part {
        /** Checks that nothing is missing. */
        public Chart {
            requireNonNull(title, "title");
            requireNonNull(subtitle, "subtitle");
            requireNonNull(figures, "figures");
            requireNonNull(drawing, "drawing");
        }

        /**
         * What it shows, in a line.
         *
         * @return title and subtitle
         */
        public String description() {
            return subtitle.isEmpty() ? title : title + ", " + subtitle;
        }
    }

    /**
     * What belongs under one heading.
     *
     * @param level of the heading: 2 for a preset, 3 for a group
     * @param heading plain words; may be empty
     * @param drawn whether a chart before it shows these figures already
     * @param parts what belongs there
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
         * Draws it.
         *
         * @param look for which page
         * @return SVG; the same look gives the same text
         */
        String svg(Look look);
    }
}
