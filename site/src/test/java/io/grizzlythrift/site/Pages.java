package io.grizzlythrift.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.front.matter.YamlFrontMatterExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** The pages as they are written, and as a forge shows them. */
final class Pages {
    static final Path FOLDER = Path.of("src/pages");

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create(), YamlFrontMatterExtension.create());

    private Pages() {}

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    static Node parse(Path file) throws IOException {
        return Parser.builder().extensions(EXTENSIONS).build().parse(Files.readString(file));
    }

    static Document html(Path file) throws IOException {
        return Jsoup.parse(HtmlRenderer.builder().extensions(EXTENSIONS).build().render(parse(file)));
    }

    static Document html(String name) throws IOException {
        return html(FOLDER.resolve(name + ".md"));
    }
}
