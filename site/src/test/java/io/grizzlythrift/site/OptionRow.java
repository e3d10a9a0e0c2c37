package io.grizzlythrift.site;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A line of the pages about options. Behind a semicolon stands what is for people alone.
 *
 * @param builder the class whose option it is, as the heading says it
 * @param option name of the method
 * @param type simple names of its parameters
 * @param value the default
 * @param bounds what it takes
 */
record OptionRow(String builder, String option, String type, String value, String bounds) {
    private static final List<String> HEAD = List.of("Option", "Type", "Default", "Bounds", "Meaning");
    private static final Pattern FOR_PEOPLE = Pattern.compile(";.*", Pattern.DOTALL);

    /** All lines of the page. */
    static List<OptionRow> of(Document page) throws IOException {
        List<OptionRow> rows = new ArrayList<>();
        for (Element heading : page.select("h2")) {
            for (Element next = heading.nextElementSibling();
                    next != null && !next.is("h2");
                    next = next.nextElementSibling()) {
                if (next.is("table")) {
                    rows.addAll(rows(heading.text(), next));
                }
            }
        }
        return rows;
    }

    private static List<OptionRow> rows(String heading, Element table) throws IOException {
        if (!table.select("th").eachText().equals(HEAD)) {
            throw new IOException("the table under " + heading + " must have the columns " + HEAD);
        }
        String builder = heading.substring(heading.indexOf(':') + 1).strip();
        return table.select("tbody tr").stream()
                .map(row -> row.select("td"))
                .map(cells -> new OptionRow(
                        builder,
                        cells.get(0).text(),
                        cells.get(1).text(),
                        FOR_PEOPLE.matcher(cells.get(2).text()).replaceFirst(""),
                        FOR_PEOPLE.matcher(cells.get(3).text()).replaceFirst("")))
                .toList();
    }

    /** What one method has alone. */
    String signature() {
        return builder + ": " + option + "(" + type + ")";
    }
}
