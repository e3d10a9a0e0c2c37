package io.grizzlythrift.site.html;

import io.grizzlythrift.site.page.Page;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Adds the parts that all pages share around their text, such as the navigation. */
public final class Layout {
    private static final int LEAST_FOR_CONTENTS = 4;

    private final String template;
    private final List<Page> pages;
    private final Path root;
    private final Edition edition;

    /**
     * Creates the layout of a set of pages.
     *
     * @param template HTML with elements of known ids
     * @param pages all pages, in the order of the navigation
     * @param root root folder of the repository
     * @param edition version and source links for the end of each page
     */
    public Layout(String template, List<Page> pages, Path root, Edition edition) {
        this.template = template;
        this.pages = pages;
        this.root = root;
        this.edition = edition;
    }

    /** Returns a whole page. */
    public String html(Page page, Element body) {
        Document document = Jsoup.parse(template);
        document.outputSettings().prettyPrint(false);
        document.title(page.name().equals("index") ? page.title() : page.title() + " · Grizzly Thrift");
        document.select("meta[name=description]").attr("content", page.description());
        List<Element> parts = body.select("h2[id]");
        navigation(document.getElementById("pages"), page, parts);
        Element article = document.getElementById("text");
        if (parts.size() >= LEAST_FOR_CONTENTS) {
            contents(body, parts);
        }
        article.append(body.html());
        neighbours(document.getElementById("neighbours"), page);
        document.getElementById("site-version").text(edition.version());
        document.getElementById("page-source").attr("href", edition.source(root, page));
        return document.outerHtml() + "\n";
    }

    private void navigation(Element list, Page page, List<Element> parts) {
        for (Page other : pages) {
            Element item = list.appendElement("li");
            Element link = link(item, other.html(), other.title());
            if (other.equals(page)) {
                link.attr("aria-current", "page");
                if (!parts.isEmpty()) {
                    parts(item.appendElement("ul"), parts);
                }
            }
        }
        link(list.appendElement("li"), "api/index.html", "API documentation");
    }

    /** Adds a table of contents for phones, where the navigation is hidden behind a button. */
    private static void contents(Element body, List<Element> parts) {
        Element contents = new Element("details").addClass("contents");
        contents.appendElement("summary").text("On this page");
        parts(contents.appendElement("ul"), parts);
        body.selectFirst("h1").after(contents);
    }

    private static void parts(Element list, List<Element> parts) {
        parts.forEach(part -> link(list.appendElement("li"), "#" + part.id(), part.text()));
    }

    private void neighbours(Element place, Page page) {
        int at = pages.indexOf(page);
        if (at > 0) {
            link(place, pages.get(at - 1).html(), pages.get(at - 1).title()).attr("rel", "prev");
        }
        if (at < pages.size() - 1) {
            link(place, pages.get(at + 1).html(), pages.get(at + 1).title()).attr("rel", "next");
        }
    }

    private static Element link(Element place, String target, String words) {
        return place.appendElement("a").attr("href", target).text(words);
    }
}
