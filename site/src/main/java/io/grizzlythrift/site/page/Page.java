package io.grizzlythrift.site.page;

import java.nio.file.Path;
import org.commonmark.node.Node;

/**
 * A text.
 *
 * @param file where it stands
 * @param name of the page, without an ending
 * @param title of the page and its name in the navigation
 * @param description in a sentence
 * @param order its place in the navigation
 * @param content its Markdown
 */
public record Page(Path file, String name, String title, String description, int order, Node content) {
    public String html() {
        return name + ".html";
    }
}
