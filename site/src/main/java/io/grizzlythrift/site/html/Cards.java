package io.grizzlythrift.site.html;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/**
 * Prepares tables for phones, where the style sheet turns each row into a card, in which each cell starts with the
 * heading of its column. Series of figures stay tables that can be scrolled.
 */
final class Cards {
    /**
     * Matches headings such as {@code 1,000} or {@code 3 MB}. Such figures are compared by column, so their rows stay
     * rows.
     */
    private static final Pattern FIGURE = Pattern.compile("[\\d.,]+( [A-Za-z]{1,3})?");

    /**
     * Roles of the parts of a table. If a table is not laid out as one, its parts keep these roles only if they are
     * explicit.
     */
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
     * @param table a table with one header row
     * @return true if its rows become cards; otherwise, the table is not changed
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
