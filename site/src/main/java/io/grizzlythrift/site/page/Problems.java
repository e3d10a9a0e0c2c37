package io.grizzlythrift.site.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;

/** What is wrong with the texts, all of it, so that one build shows it. */
public final class Problems {
    private final List<String> found = new ArrayList<>();

    /**
     * Adds one.
     *
     * @param file where it is
     * @param line from 1
     * @param what is wrong, and what would be right
     */
    public void add(Path file, int line, String what) {
        found.add(file + ":" + line + ": " + what);
    }

    /** Adds one at a place of a page. */
    public void add(Page page, Node node, String what) {
        add(page.file(), line(node), what);
    }

    /** All of them, in the order in which they were found. */
    public List<String> found() {
        return List.copyOf(found);
    }

    /** The line of a node, or of the nearest one around it that has a place in the text; else 1. */
    static int line(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            List<SourceSpan> spans = at.getSourceSpans();
            if (!spans.isEmpty()) {
                return spans.get(0).getLineIndex() + 1;
            }
        }
        return 1;
    }
}
