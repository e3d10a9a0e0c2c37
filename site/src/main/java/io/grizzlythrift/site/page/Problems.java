package io.grizzlythrift.site.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;

/** Collects all problems with the pages, so that one build reports all of them. */
public final class Problems {
    private final List<String> found = new ArrayList<>();

    /**
     * Adds a problem.
     *
     * @param file the file that has it
     * @param line line number, from 1
     * @param what describes the problem and its solution
     */
    public void add(Path file, int line, String what) {
        found.add(file + ":" + line + ": " + what);
    }

    /** Adds a problem with a node of a page. */
    public void add(Page page, Node node, String what) {
        add(page.file(), line(node), what);
    }

    /** {@return all problems, in the order in which they were found} */
    public List<String> found() {
        return List.copyOf(found);
    }

    /** Returns the line of a node, or of its nearest ancestor with a position in the text; 1 if there is none. */
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
