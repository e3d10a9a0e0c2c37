package io.grizzlythrift.site.html;

import io.grizzlythrift.site.page.Page;
import io.grizzlythrift.site.page.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;

/**
 * Converts and checks the links of pages: {@code page.md#anchor} becomes {@code page.html#anchor}, and a link to a source
 * of the library, such as {@code ../../../strategies/src/main/java/a/b/C.java#member}, becomes its page of javadoc. {@code
 * monitoring/NAME} is a file to download. Links between pages are checked after all pages are rendered.
 */
public final class Links {
    /** The folder with files to download, beside the pages. */
    public static final String FILES = "monitoring";

    private static final Pattern FILE = Pattern.compile(FILES + "/[\\w.-]+");
    private static final Pattern SOURCE =
            Pattern.compile("\\.\\./\\.\\./\\.\\./[\\w/-]+/src/main/java(?:/([\\w/]+)(?:\\.java)?(#\\w+)?)?");
    private static final Pattern ELSEWHERE = Pattern.compile("https?://.+");

    private record Found(Page page, Link link, String target) {}

    private final ApiDocs api;
    private final Problems problems;
    private final List<Found> found = new ArrayList<>();
    private final Map<String, Set<String>> anchors = new HashMap<>();

    public Links(ApiDocs api, Problems problems) {
        this.api = api;
        this.problems = problems;
    }

    /** Converts the links of a page into links of the site. */
    public void turn(Page page) {
        page.content().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                turn(page, link);
                visitChildren(link);
            }
        });
    }

    private void turn(Page page, Link link) {
        String target = link.getDestination();
        Matcher source = SOURCE.matcher(target);
        if (source.matches()) {
            try {
                link.setDestination("api/" + page(page, source));
            } catch (IOException dead) {
                problems.add(page, link, "dead link " + target + ": " + dead.getMessage());
            }
        } else if (FILE.matcher(target).matches()) {
            if (!Files.isRegularFile(page.file().resolveSibling(target))) {
                problems.add(page, link, "dead link " + target + ": there is no such file");
            }
        } else if (!ELSEWHERE.matcher(target).matches()) {
            found.add(new Found(page, link, target));
            link.setDestination(target.replaceFirst("\\.md(?=#|$)", ".html"));
        }
    }

    /** Returns the page of javadoc of a source. */
    private String page(Page page, Matcher source) throws IOException {
        String file = source.group().replaceFirst("#.*", "");
        if (!Files.exists(page.file().resolveSibling(file))) {
            throw new IOException("there is no such file");
        }
        if (source.group(1) == null) {
            return "index.html";
        }
        String name = source.group(1).replace('/', '.');
        return api.path(source.group(2) == null ? name : name + source.group(2));
    }

    /** Adds the anchors of a page. */
    public void anchors(Page page, Set<String> ids) {
        anchors.put(page.name() + ".md", ids);
    }

    /** Reports all dead links between pages. */
    public void check() {
        for (Found one : found) {
            String[] parts = one.target().split("#", 2);
            String file = parts[0].isEmpty() ? one.page().name() + ".md" : parts[0];
            Set<String> there = anchors.get(file);
            if (there == null) {
                problems.add(
                        one.page(),
                        one.link(),
                        "dead link " + one.target() + ": there is no page " + file
                                + "; a link is page.md#anchor, ../../../MODULE/src/main/java/Class.java#member or begins with http");
            } else if (parts.length == 2 && !there.contains(parts[1])) {
                problems.add(
                        one.page(), one.link(), "dead link " + one.target() + ": " + file + " has no #" + parts[1]);
            }
        }
    }
}
