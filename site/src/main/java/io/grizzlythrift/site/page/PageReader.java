package io.grizzlythrift.site.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.commonmark.ext.front.matter.YamlFrontMatterVisitor;
import org.commonmark.node.Node;

/** Reads the sources of pages. */
public final class PageReader {
    private final Problems problems;

    public PageReader(Problems problems) {
        this.problems = problems;
    }

    /** Reads all pages of a folder. Returns them in the order of the navigation. */
    public List<Page> read(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".md")).sorted().toList();
        }
        List<Page> pages = new ArrayList<>();
        for (Path file : files) {
            pages.add(page(file, Files.readString(file)));
        }
        pages.sort(Comparator.comparingInt(Page::order).thenComparing(Page::name));
        if (pages.stream().noneMatch(page -> page.name().equals("index"))) {
            problems.add(folder, 1, "there is no index.md");
        }
        return pages;
    }

    /** Parses one page. */
    Page page(Path file, String text) {
        Node content = Markdown.parse(text);
        YamlFrontMatterVisitor front = new YamlFrontMatterVisitor();
        content.accept(front);
        Map<String, List<String>> data = front.getData();
        String name = file.getFileName().toString().replaceAll("\\.md$", "");
        return new Page(
                file,
                name,
                word(file, data, "title"),
                word(file, data, "description"),
                number(file, word(file, data, "order")),
                content);
    }

    private String word(Path file, Map<String, List<String>> data, String key) {
        String word = String.join(" ", data.getOrDefault(key, List.of())).strip();
        if (word.isEmpty()) {
            problems.add(file, 1, "the front matter has no " + key);
        }
        return word;
    }

    private int number(Path file, String order) {
        try {
            return order.isEmpty() ? 0 : Integer.parseInt(order);
        } catch (NumberFormatException bad) {
            problems.add(file, 1, "order is " + order + ", must be a whole number");
            return 0;
        }
    }
}
