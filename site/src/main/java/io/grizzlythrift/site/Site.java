package io.grizzlythrift.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;

/** Makes the site. */
public final class Site {
    private static final String STYLE = "site.css";

    private final Path root;
    private final Path javadoc;
    private final Path target;

    Site(Path root, Path javadoc, Path target) {
        this.root = root;
        this.javadoc = javadoc;
        this.target = target;
    }

    /**
     * Makes it.
     *
     * @param arguments the root of the repository, the folder with what javadoc made, and the folder for the pages
     * @throws IOException if a file cannot be read or written
     * @throws IllegalStateException if something is wrong with the texts; the message says what, and where
     */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> problems = new Site(root, Path.of(arguments[1]), Path.of(arguments[2])).make();
        if (!problems.isEmpty()) {
            throw new IllegalStateException(
                    "the site has " + problems.size() + " problems:\n" + String.join("\n", problems));
        }
    }

    /** Writes all pages; the answer is what is wrong with them. */
    List<String> make() throws IOException {
        Path sources = root.resolve("site/src");
        Problems problems = new Problems();
        List<Page> pages = new PageReader(problems).read(sources.resolve("pages"));
        Links links = new Links(new ApiDocs(javadoc), problems);
        Samples samples = new Samples(root);
        Inserts inserts = new Inserts(root.resolve("site/results"), new ResultParts(target));
        copy(javadoc, target.resolve("api"));
        Map<Page, Element> bodies = new LinkedHashMap<>();
        for (Page page : pages) {
            page.content().accept(new Blocks(page, samples, new Drawings(), inserts, problems));
            links.turn(page);
            Element body = Body.of(page, problems);
            links.anchors(page, Body.ids(body));
            bodies.put(page, body);
        }
        links.check();
        Layout layout = new Layout(Files.readString(sources.resolve("theme/layout.html")), pages);
        for (Map.Entry<Page, Element> page : bodies.entrySet()) {
            Files.writeString(target.resolve(page.getKey().html()), layout.html(page.getKey(), page.getValue()));
        }
        Files.writeString(
                target.resolve(STYLE), Files.readString(sources.resolve("theme").resolve(STYLE)));
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
