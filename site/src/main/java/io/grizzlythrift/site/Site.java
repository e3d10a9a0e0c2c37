package io.grizzlythrift.site;

import io.grizzlythrift.site.block.Blocks;
import io.grizzlythrift.site.block.CodeChanges;
import io.grizzlythrift.site.block.Drawings;
import io.grizzlythrift.site.block.Inserts;
import io.grizzlythrift.site.block.ResultParts;
import io.grizzlythrift.site.html.ApiDocs;
import io.grizzlythrift.site.html.Body;
import io.grizzlythrift.site.html.Edition;
import io.grizzlythrift.site.html.Layout;
import io.grizzlythrift.site.html.Links;
import io.grizzlythrift.site.html.SearchIndex;
import io.grizzlythrift.site.page.Page;
import io.grizzlythrift.site.page.PageReader;
import io.grizzlythrift.site.page.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;

/** Builds the site. */
public final class Site {
    /** Files that all pages use. */
    private static final List<String> ASSETS = List.of("site.css", "site.js");

    private final Path root;
    private final Path javadoc;
    private final Path target;
    private final Edition edition;

    Site(Path root, Path javadoc, Path target, Edition edition) {
        this.root = root;
        this.javadoc = javadoc;
        this.target = target;
        this.edition = edition;
    }

    /**
     * Builds the site.
     *
     * @param arguments the root folder of the repository, the output folder of javadoc, the folder for the pages, the
     *     version of the project, and the address of its files, which may be empty
     * @throws IOException if a file cannot be read or written
     * @throws IllegalStateException if the pages have problems; the message lists them with their positions
     */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
        // Maven passes null for an empty value.
        Edition edition = new Edition(arguments[3], Objects.requireNonNullElse(arguments[4], ""));
        List<String> problems = new Site(root, Path.of(arguments[1]), Path.of(arguments[2]), edition).make();
        if (!problems.isEmpty()) {
            throw new IllegalStateException(
                    "the site has " + problems.size() + " problems:\n" + String.join("\n", problems));
        }
    }

    /** Writes all pages, and returns their problems. */
    List<String> make() throws IOException {
        Path sources = root.resolve("site/src");
        Problems problems = new Problems();
        List<Page> pages = new PageReader(problems).read(sources.resolve("pages"));
        Links links = new Links(new ApiDocs(javadoc), problems);
        Inserts inserts =
                new Inserts(root, new ResultParts(target, CodeChanges.read(root.resolve("site/results/changes.txt"))));
        copy(javadoc, target.resolve("api"));
        Path files = sources.resolve("pages").resolve(Links.FILES);
        if (Files.isDirectory(files)) {
            copy(files, target.resolve(Links.FILES));
        }
        SearchIndex index = new SearchIndex();
        Map<Page, Element> bodies = new LinkedHashMap<>();
        for (Page page : pages) {
            page.content().accept(new Blocks(page, new Drawings(), inserts, problems));
            links.turn(page);
            Element body = Body.of(page, problems);
            links.anchors(page, Body.ids(body));
            index.add(page, body);
            bodies.put(page, body);
        }
        links.check();
        Path theme = sources.resolve("theme");
        Layout layout = new Layout(Files.readString(theme.resolve("layout.html")), pages, root, edition);
        for (Map.Entry<Page, Element> page : bodies.entrySet()) {
            Files.writeString(target.resolve(page.getKey().html()), layout.html(page.getKey(), page.getValue()));
            edition.copy(page.getKey(), target);
        }
        for (String asset : ASSETS) {
            Files.writeString(target.resolve(asset), Files.readString(theme.resolve(asset)));
        }
        Files.writeString(target.resolve("search-index.js"), index.script());
        return problems.found();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
