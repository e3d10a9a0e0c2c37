package io.grizzlythrift.site.html;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/**
 * Tables on a phone. There, the style sheet makes a card of each row, in which each cell begins with the heading of its
 * column. Series of figures stay tables and are scrolled.
 */
final class Cards {
    /** Headings such as {@code 1,000} or {@code 3 MB}: rows of figures are compared by column, so they stay rows. */
    private static final Pattern FIGURE = Pattern.compile("[\\d.,]+( [A-Za-z]{1,3})?");

    /** A table whose parts are not laid out as a table keeps these roles only if they are named. */
    private static final Map<String, String> ROLES = Map.of(
            "table", "table",
            "thead", "rowgroup",
            "tbody", "rowgroup",
            "tr", "row",
            "th", "columnheader",
            "td", "cell");

    private Cards() {}

    /**
     * Prepares a table.
     *
     * @param table with a head of one row
     * @return whether its rows become cards; a table whose rows do not is left as it is
     */
    static boolean label(Element table) {
        List<Element> heads = table.select("thead th");
        boolean series = heads.stream()
                .skip(1)
                .allMatch(head -> FIGURE.matcher(head.text()).matches());
        if (series) {
            return false;
        }
        ROLES.forEach((part, role) -> table.select(part).attr("role", role));
        for (Element row : table.select("tbody tr")) {
            List<Element> cells = row.select("td");
            for (int column = 0; column < cells.size(); column++) {
                cells.get(column).attr("data-label", heads.get(column).text());
            }
        }
        return true;
    }
}
