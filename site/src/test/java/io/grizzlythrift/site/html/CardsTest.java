package io.grizzlythrift.site.html;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.site.page.Markdown;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.testng.annotations.Test;

/** Which tables become cards, and which labels their cells get. */
public final class CardsTest {
    @Test
    public void labelsEachCellWithItsColumn() {
        Element table = table("| Option | Default | The *most* |\n|---|---|--:|\n| `a` | 1 | 2 |\n| b | | |\n");
        assertTrue(Cards.label(table));
        assertEquals(
                table.select("td").eachAttr("data-label"),
                List.of("Option", "Default", "The most", "Option", "Default", "The most"));
        assertEquals(table.attr("role"), "table");
        assertEquals(table.select("tbody > tr[role=row] > td[role=cell]").size(), 6);
        assertEquals(
                table.select("thead[role=rowgroup] > tr[role=row] > th[role=columnheader]")
                        .size(),
                3);
    }

    /** Their rows are compared column by column. */
    @Test
    public void leavesSeriesOfFigures() {
        assertUntouched("| in flight | 1 | 1,000 | 3 MB | 0.5 |\n|---|--:|--:|--:|--:|\n| a | 1 | 2 | 3 | 4 |\n");
    }

    private static void assertUntouched(String markdown) {
        Element table = table(markdown);
        String before = table.outerHtml();
        assertFalse(Cards.label(table));
        assertEquals(table.outerHtml(), before);
    }

    private static Element table(String markdown) {
        return Jsoup.parseBodyFragment(Markdown.html(Markdown.parse(markdown))).selectFirst("table");
    }
}
