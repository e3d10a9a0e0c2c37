package io.grizzlythrift.site.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grizzlythrift.site.page.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/** The search index of the site: all headings of all pages, with the text below each. */
public final class SearchIndex {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /**
     * A heading and the text below it, up to the next heading.
     *
     * @param url address of the heading
     * @param page title of its page
     * @param heading text of the heading; empty at the top of a page, where the title is the heading
     * @param text plain text, without figures and collapsed tables
     */
    record Section(String url, String page, String heading, String text) {}

    private final List<Section> sections = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private Section open;

    /** Adds a page. Charts and drawings are indexed by their descriptions. */
    public void add(Page page, Element body) {
        open = new Section(page.html(), page.title(), "", "");
        text.append(page.description()).append(' ');
        collect(page, body);
        close();
    }

    private void collect(Page page, Element element) {
        for (Node child : element.childNodes()) {
            if (child instanceof TextNode words) {
                text.append(words.getWholeText());
            } else if (child instanceof Element inner) {
                collectElement(page, inner);
            }
        }
    }

    private void collectElement(Page page, Element element) {
        if (element.is("h2[id], h3[id], h4[id]")) {
            close();
            open = new Section(page.html() + "#" + element.id(), page.title(), element.text(), "");
        } else if (element.is("svg, img")) {
            text.append(element.attr("aria-label")).append(element.attr("alt")).append(' ');
        } else if (!element.is("h1, td[align=right], details table")) {
            collect(page, element);
            text.append(element.isBlock() || element.is("td, th") ? " " : "");
        }
    }

    private void close() {
        String words = SPACES.matcher(text).replaceAll(" ").strip();
        sections.add(new Section(open.url(), open.page(), open.heading(), words));
        text.setLength(0);
    }

    /** {@return all sections, in the order of the pages} */
    List<Section> sections() {
        return List.copyOf(sections);
    }

    /** Returns the index as a script, because a page opened from a file must not read other files. */
    public String script() throws JsonProcessingException {
        List<String> lines = new ArrayList<>();
        for (Section section : sections) {
            lines.add(JSON.writeValueAsString(section));
        }
        return "window.searchIndex = [\n" + String.join(",\n", lines) + "\n];\n";
    }
}
