package io.grizzlythrift.site.html;

import io.grizzlythrift.site.page.Page;
import io.grizzlythrift.site.page.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;

/**
 * Converts and checks the links of pages: {@code page.md#anchor} becomes {@code page.html#anchor}, and {@code
 * api:a.b.C#member} becomes the page of javadoc. {@code monitoring/NAME} is a file to download. Links between pages are checked after all pages are rendered.
 */
public final class Links {
    /** The folder with files to download, below the sources and below the site. */
    public static final String FILES = "monitoring";

    private static final Pattern FILE = Pattern.compile(FILES + "/[\\w.-]+");
    private static final Pattern ELSEWHERE = Pattern.compile("https?://.+");

    private record Found(Page page, Link link, String target) {}

    private final ApiDocs api;
    private final Path sources;
    private final Problems problems;
    private final List<Found> found = new ArrayList<>();
    private final Map<String, Set<String>> anchors = new HashMap<>();

    public Links(ApiDocs api, Path sources, Problems problems) {
        this.api = api;
        this.sources = sources;
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
        if (target.startsWith("api:")) {
            try {
                String name = target.substring("api:".length());
                link.setDestination("api/" + (name.isEmpty() ? "index.html" : api.path(name)));
            } catch (IOException dead) {
                problems.add(page, link, "dead link " + target + ": " + dead.getMessage());
            }
        } else if (FILE.matcher(target).matches()) {
            if (!Files.isRegularFile(sources.resolve(target))) {
                problems.add(page, link, "dead link " + target + ": there is no such file");
            }
        } else if (!ELSEWHERE.matcher(target).matches()) {
            found.add(new Found(page, link, target));
            link.setDestination(target.replaceFirst("\\.md(?=#|$)", ".html"));
        }
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
                                + "; a link is page.md#anchor, api:Class#member or begins with http");
            } else if (parts.length == 2 && !there.contains(parts[1])) {
                problems.add(
                        one.page(), one.link(), "dead link " + one.target() + ": " + file + " has no #" + parts[1]);
            }
        }
    }
}
