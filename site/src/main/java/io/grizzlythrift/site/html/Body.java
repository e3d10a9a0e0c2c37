package io.grizzlythrift.site.html;

import io.grizzlythrift.site.page.Markdown;
import io.grizzlythrift.site.page.Page;
import io.grizzlythrift.site.page.Problems;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Renders the text of a page as HTML, suitable for narrow screens and screen readers. */
public final class Body {
    private Body() {}

    /** Renders a page, and reports problems with its headings. */
    public static Element of(Page page, Problems problems) {
        // Parsed as a fragment, not as a document, so that the HTML of the page itself is output unchanged.
        Document document = Jsoup.parseBodyFragment(Markdown.html(page.content()));
        document.outputSettings().prettyPrint(false);
        Element body = document.body();
        headings(page, body, problems);
        for (Element table : body.select("table")) {
            table.select("thead th").attr("scope", "col");
            Element box = new Element("div").addClass("wide");
            if (Cards.label(table)) {
                box.addClass("cards");
            }
            scrollable(box, "Table: " + headingBefore(table));
            table.replaceWith(box);
            box.appendChild(table);
        }
        for (Element block : body.select("pre")) {
            scrollable(block, "Code: " + headingBefore(block));
            // The copy button must not scroll with the code.
            block.wrap("<div class=\"code\"></div>");
        }
        Highlighter.highlight(body);
        return body;
    }

    public static Set<String> ids(Element body) {
        return body.select("[id]").stream().map(Element::id).collect(Collectors.toSet());
    }

    private static void headings(Page page, Element body, Problems problems) {
        List<Element> first = body.select("h1");
        if (first.isEmpty()) {
            body.prependElement("h1").text(page.title());
        } else if (first.size() > 1) {
            problems.add(page.file(), 1, "more than one heading of the first level");
        }
        int level = 1;
        for (Element heading : body.select("h1, h2, h3, h4, h5, h6")) {
            int next = heading.tagName().charAt(1) - '0';
            if (next > level + 1) {
                problems.add(page.file(), 1, "heading \"" + heading.text() + "\" skips a level");
            }
            level = next;
        }
    }

    /** Makes an element that may be wider than the screen scrollable with the keyboard. */
    private static void scrollable(Element element, String name) {
        element.attr("tabindex", "0").attr("role", "region").attr("aria-label", name);
    }

    private static String headingBefore(Element element) {
        Element heading = null;
        for (Element at = element; at != null && heading == null; at = at.parent()) {
            for (Element before = at.previousElementSibling();
                    before != null && heading == null;
                    before = before.previousElementSibling()) {
                heading = before.is("h1, h2, h3, h4, h5, h6, summary") ? before : null;
            }
        }
        return heading == null ? "" : heading.text();
    }
}
