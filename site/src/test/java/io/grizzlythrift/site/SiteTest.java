package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.site.html.Edition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the making of the pages refuses, with file and line. */
public final class SiteTest {
    private static final String FRONT = "---\ntitle: Begin\ndescription: Where it begins.\norder: 1\n---\n";
    private static final String CORE = "../../../core/src/main/java";

    private Path root;

    @BeforeMethod
    void makeRepository() throws IOException {
        root = Files.createTempDirectory("site");
        write("site/src/theme/layout.html", Files.readString(Path.of("src/theme/layout.html")));
        write("site/results/changes.txt", "");
        write("site/src/theme/site.css", "");
        write("site/src/theme/site.js", "");
        write("javadoc/index.html", "");
        write("javadoc/a/b/package-summary.html", "");
        write("core/src/main/java/a/b/C.java", "");
        write("core/src/main/java/a/b/Internal.java", "");
        write("javadoc/a/b/C.html", "<section id='go(int)'></section><section id='ON'></section>");
    }

    @AfterMethod
    void removeRepository() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private List<String> make(String text) throws IOException {
        return make(text, new Edition("1.2.3", ""));
    }

    private List<String> make(String text, Edition edition) throws IOException {
        write("site/src/pages/index.md", text);
        return new Site(root, root.resolve("javadoc"), root.resolve("out"), edition).make();
    }

    @DataProvider
    Object[][] wrong() {
        return new Object[][] {
            {"[x](gone.md)", 7, "dead link gone.md: there is no page gone.md"},
            {"[x](index.md#gone)", 7, "dead link index.md#gone: index.md has no #gone"},
            {"[x](#gone)", 7, "dead link #gone"},
            {"[x](../../../README.md)", 7, "dead link ../../../README.md"},
            {"[x](" + CORE + "/a/b/Gone.java)", 7, "there is no such file"},
            {"[x](" + CORE + "/a/b/Internal.java)", 7, "the API has no a.b.Internal"},
            {"[x](" + CORE + "/a/b/C.java#gone)", 7, "the API has no member gone in a/b/C.html, but has [go]"},
            {"```java\nint i;\n```", 7, "pasted code"},
            {"```\nThriftServer server = x;\n```", 7, "looks like pasted Java"},
            {"```text\n@Override\npublic void a()\n```", 7, "looks like pasted Java"},
            {"```kotlin\nval i = 1\n```", 7, "a block of kotlin"},
            {"    int i;", 7, "an indented block of code"},
            {"```plantuml\na -> b\n```", 7, "does not begin with a line: ' alt:"},
            {"```plantuml\n' alt: x\nthis is nothing\n```", 7, "PlantUML cannot read"},
            {"```plantuml\n' alt: x\nparticipant a #red\na -> b\n```", 7, "uses the colors [#"},
            {"<div>x</div>", 7, "HTML in the text"},
            {"x<br>y", 7, "HTML in the text: <br>"},
            {"<!-- results gone -->", 7, "there are no results in"},
            {"<!-- chart gone x -->", 7, "there are no results in"},
            {"<!-- scorecard -->", 7, "there are no results in"},
            {"<!-- packages -->", 7, "there is no module in"},
            {"![x](y.png)", 7, "an image"},
            {"# Another", 1, "more than one heading of the first level"},
            {"### Deep", 1, "heading \"Deep\" skips a level"},
        };
    }

    @Test(dataProvider = "wrong")
    public void refuses(String text, int line, String problem) throws IOException {
        List<String> problems = make(FRONT + "# Begin\n" + text + "\n");
        assertEquals(problems.size(), 1, problems.toString());
        String where = root.resolve("site/src/pages/index.md") + ":" + line + ": ";
        assertTrue(problems.get(0).startsWith(where), problems.get(0));
        assertTrue(problems.get(0).contains(problem), problems.get(0));
    }

    @Test
    public void refusesAPageThatDoesNotSayWhatItIs() throws IOException {
        List<String> problems = make("---\norder: x\n---\n# Begin\n");
        assertEquals(problems.size(), 3, problems.toString());
        assertTrue(problems.get(0).contains("no title"), problems.get(0));
        assertTrue(problems.get(1).contains("no description"), problems.get(1));
        assertTrue(problems.get(2).contains("order is x"), problems.get(2));
    }

    @Test
    public void putsInWhatIsAskedFor() throws IOException {
        List<String> problems = make(FRONT + """
                ## A part
                [part](#a-part), [class](CORE/a/b/C.java), [member](CORE/a/b/C.java#go), [field](CORE/a/b/C.java#ON), [package](CORE/a/b), [API](CORE)

                <!-- code samples/guide/src/main/java/a/B.java#one -->
                ```java
                int one() {
                    return 1;
                }
                ```
                <!-- end -->

                ```plantuml
                ' alt: a calls b & c
                a -> b : <go>
                ```

                | a | b |
                |---|---|
                | 1 | 2 |
                """.replace("CORE", CORE));
        assertEquals(problems, List.of());
        String html = Files.readString(root.resolve("out/index.html"));
        for (String part : List.of(
                "<h1>Begin</h1>",
                "<h2 id=\"a-part\">",
                "href=\"api/a/b/C.html\"",
                "href=\"api/a/b/C.html#go(int)\"",
                "href=\"api/a/b/C.html#ON\"",
                "href=\"api/a/b/package-summary.html\"",
                "href=\"api/index.html\"",
                "<div class=\"code\"><pre",
                "<span class=\"word\">return</span> <span class=\"constant\">1</span>;\n}\n</code>",
                "role=\"img\" aria-label=\"a calls b &amp; c\"",
                "var(--ink)",
                "aria-label=\"Table: A part\"",
                "<th scope=\"col\" role=\"columnheader\">a</th>",
                "<td role=\"cell\" data-label=\"b\">2</td>")) {
            assertTrue(html.contains(part), part + " is not in\n" + html);
        }
        assertTrue(Files.isRegularFile(root.resolve("out/api/a/b/C.html")), "API documentation");
    }

    @Test
    public void drawsTwiceWhatGoesFromLeftToRight() throws IOException {
        assertEquals(
                make(FRONT
                        + "```plantuml\n' alt: a\nleft to right direction\nrectangle a\nrectangle b\na --> b\n```\n"),
                List.of());
        Document page = Jsoup.parse(root.resolve("out/index.html"));
        Element across = page.selectFirst("figure > svg.across[aria-label=a]");
        Element down = page.selectFirst("figure > svg.down[aria-label=a]");
        assertTrue(width(across) > width(down), across + " must be wider than " + down);
    }

    private static int width(Element drawing) {
        return Integer.parseInt(drawing.attr("width").replace("px", ""));
    }

    @Test
    public void saysItsVersionAndLinksToACopyOfItsText() throws IOException {
        String text = FRONT + "Words.\n";
        assertEquals(make(text), List.of());
        Document page = Jsoup.parse(root.resolve("out/index.html"));
        assertEquals(page.select("footer p").get(0).text(), "Grizzly Thrift 1.2.3");
        assertEquals(page.select("footer a").attr("href"), "source/index.md.txt");
        assertEquals(Files.readString(root.resolve("out/source/index.md.txt")), text);
    }

    @Test
    public void linksToItsTextWhereTheRepositoryCanBeRead() throws IOException {
        assertEquals(make(FRONT, new Edition("1.2.3", "https://example.org/tree/")), List.of());
        assertEquals(
                Jsoup.parse(root.resolve("out/index.html")).select("footer a").attr("href"),
                "https://example.org/tree/site/src/pages/index.md");
        assertFalse(Files.exists(root.resolve("out/source")), "copies");
    }
}
