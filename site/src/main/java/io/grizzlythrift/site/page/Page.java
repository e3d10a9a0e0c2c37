package io.grizzlythrift.site.page;

import java.nio.file.Path;
import org.commonmark.node.Node;

/**
 * The source of a page.
 *
 * @param file source file
 * @param name name of the page, without an extension
 * @param title title of the page, also used in the navigation
 * @param description one sentence
 * @param order position in the navigation
 * @param content parsed Markdown
 */
public record Page(Path file, String name, String title, String description, int order, Node content) {
    public String html() {
        return name + ".html";
    }
}
