package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.ext.front.matter.YamlFrontMatterVisitor;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The pages read well on a forge: their links lead somewhere, and nothing in them can become outdated unnoticed. */
public final class PagesTest {
    private static final int MOST_WORDS = 5_000;
    private static final Set<String> LANGUAGES = Set.of(
            "",
            "text",
            "console",
            "sh",
            "java",
            "xml",
            "thrift",
            "yaml",
            "properties",
            "json",
            "groovy",
            "dockerfile",
            "mermaid",
            "kotlin");
    private static final Pattern STATEMENT = Pattern.compile("(?m)(;|\\{|^\\s*@\\w+)\\s*(//.*)?$|^\\s*import \\S+;");
    private static final Pattern SOURCE =
            Pattern.compile("(?:\\.\\./){3}([\\w/-]+/src/main/java[\\w/]*(?:\\.java)?)(?:#(\\w+))?");
    private static final Pattern NAV = Pattern.compile("(?m)^ +- (?:.*: )?([\\w/-]+)\\.md$");
    private static final Pattern FACT = Pattern.compile("(facts(?:-wire)?)\\.md#([\\w-]+)");
    private static final Pattern NO_WORDS = Pattern.compile("(?ms)<!--.*?-->|^---.*?^---$|^```.*?^```|\\]\\([^)]*\\)");
    private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @DataProvider
    Object[][] pages() throws IOException {
        return Pages.files().stream().map(page -> new Object[] {page}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "pages")
    public void saysWhatItIs(Path page) throws IOException {
        YamlFrontMatterVisitor front = new YamlFrontMatterVisitor();
        Pages.parse(page).accept(front);
        assertEquals(front.getData().keySet(), Set.of("title", "description"), "front matter");
        Document document = Pages.html(page);
        assertEquals(document.select("h1").size(), 1, "headings of the first level");
        int level = 0;
        for (Element heading : document.select("h1, h2, h3, h4, h5, h6")) {
            int next = heading.tagName().charAt(1) - '0';
            assertTrue(next <= level + 1, heading + " comes below one of level " + level);
            level = next;
        }
        for (Element image : document.select("img")) {
            assertFalse(image.attr("alt").isBlank(), image.outerHtml());
            assertTrue(Files.isRegularFile(page.resolveSibling(image.attr("src"))), image.outerHtml());
        }
    }

    @Test(dataProvider = "pages")
    public void isNoLongRead(Path page) throws IOException {
        String text = NO_WORDS.matcher(Files.readString(page)).replaceAll(" ");
        long words = WORD.matcher(text).results().count();
        assertTrue(words <= MOST_WORDS, words + " words; split it by what readers want to do");
    }

    @Test
    public void theNavigationHasEveryPageOnce() throws IOException {
        List<String> named = NAV.matcher(Files.readString(Path.of("mkdocs.yml")))
                .results()
                .map(match -> match.group(1) + ".md")
                .sorted()
                .toList();
        List<String> pages = new ArrayList<>();
        Pages.files().forEach(page -> pages.add(page.getFileName().toString()));
        try (Stream<Path> folders = Files.list(Path.of("results"))) {
            folders.filter(folder -> Files.exists(folder.resolve("report.md")))
                    .forEach(folder -> pages.add("results/" + folder.getFileName() + "/report.md"));
        }
        assertEquals(named, pages.stream().sorted().toList());
    }

    @Test(dataProvider = "pages")
    public void linksLeadSomewhere(Path page) throws IOException {
        List<String> dead = new ArrayList<>();
        for (Element link : Pages.html(page).select("a[href]")) {
            String target = link.attr("href");
            if (!target.matches("https?://.+") && isDead(page, target)) {
                dead.add(target);
            }
        }
        assertEquals(dead, List.of(), "dead links");
    }

    private boolean isDead(Path page, String target) throws IOException {
        Matcher source = SOURCE.matcher(target);
        if (source.matches()) {
            Path file = Path.of("..", source.group(1));
            return !Files.exists(file)
                    || source.group(1).contains("/internal/")
                    || (source.group(2) != null
                            && !Pattern.compile("\\b" + source.group(2) + "\\b")
                                    .matcher(Files.readString(file))
                                    .find());
        }
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        return !Files.isRegularFile(file)
                || (parts.length == 2 && !anchors(file).contains(parts[1]));
    }

    private Set<String> anchors(Path file) throws IOException {
        Set<String> known = anchors.get(file);
        if (known == null) {
            known = Set.copyOf(Pages.html(file).select("[id]").eachAttr("id"));
            anchors.put(file, known);
        }
        return known;
    }

    /** Comments in the code name the fact that explains a line by its anchor. */
    @Test
    public void factsThatTheCodeNamesExist() throws IOException {
        List<String> dead = new ArrayList<>();
        for (String module : List.of("strategies", "grizzly-thrift-core", "grizzly-thrift-client")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    for (MatchResult fact :
                            FACT.matcher(Files.readString(file)).results().toList()) {
                        if (!anchors(Pages.FOLDER.resolve(fact.group(1) + ".md"))
                                .contains(fact.group(2))) {
                            dead.add(file.getFileName() + ": " + fact.group());
                        }
                    }
                }
            }
        }
        assertEquals(dead, List.of(), "facts that the pages do not have");
    }

    /** Java comes from samples, and drawings are described for those who do not see them. */
    @Test(dataProvider = "pages")
    public void hasNothingThatOnlyThisPageKnows(Path page) throws IOException {
        assertEquals(problems(page), List.of());
    }

    private static List<String> problems(Path page) throws IOException {
        List<String> problems = new ArrayList<>();
        Pages.parse(page).accept(new AbstractVisitor() {
            private boolean included;

            @Override
            public void visit(FencedCodeBlock block) {
                boolean code = included;
                included = false;
                String language = block.getInfo() == null ? "" : block.getInfo().strip();
                String text = block.getLiteral();
                if (!LANGUAGES.contains(language)) {
                    problems.add("a block of " + language + "; there may be " + LANGUAGES);
                } else if (language.equals("java") && !code) {
                    problems.add("pasted code; name it: <!-- code samples/...#region -->: " + text);
                } else if (Set.of("", "text", "console", "sh").contains(language)
                        && STATEMENT.matcher(text).find()) {
                    problems.add("this looks like pasted Java: " + text);
                } else if (language.equals("mermaid") && !text.contains("\n  accDescr: ")) {
                    problems.add("a drawing without accDescr: " + text);
                }
            }

            @Override
            public void visit(HtmlBlock block) {
                html(block.getLiteral());
                included = block.getLiteral().strip().startsWith("<!-- code ");
            }

            @Override
            public void visit(HtmlInline inline) {
                html(inline.getLiteral());
            }

            private void html(String text) {
                if (!text.strip().matches("(?s)<!--.*-->")) {
                    problems.add("HTML in the text: " + text);
                }
            }

            @Override
            public void visit(IndentedCodeBlock block) {
                problems.add("an indented block of code; fence it, so that its language is known");
            }
        });
        return problems;
    }

    @DataProvider
    Object[][] wrong() {
        return new Object[][] {
            {"```java\nint i;\n```", "pasted code"},
            {"<!-- code a -->\n```java\nint i;\n```\n<!-- end -->\n\n```java\nint i;\n```", "pasted code"},
            {"```\nThriftServer server = x;\n```", "looks like pasted Java"},
            {"```ruby\nval i = 1\n```", "a block of ruby"},
            {"    int i;", "an indented block"},
            {"x<br>y", "HTML in the text: <br>"},
            {"<div>x</div>", "HTML in the text"},
            {"```mermaid\nflowchart LR\n  a --> b\n```", "without accDescr"},
        };
    }

    @Test(dataProvider = "wrong")
    public void refuses(String text, String problem) throws IOException {
        Path page = Files.createTempFile("page", ".md");
        try {
            Files.writeString(page, text);
            List<String> problems = problems(page);
            assertEquals(problems.size(), 1, problems.toString());
            assertTrue(problems.get(0).contains(problem), problems.get(0));
        } finally {
            Files.delete(page);
        }
    }
}
