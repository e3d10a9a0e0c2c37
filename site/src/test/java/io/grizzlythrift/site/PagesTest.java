package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The pages as they were made. */
public final class PagesTest {
    static final Path SITE = Path.of(System.getProperty("site.directory", "target/site"));
    private static final Pattern SCHEME = Pattern.compile("^([a-z][a-z0-9+.-]*:|/).*");

    private static final Pattern REQUEST =
            Pattern.compile("https?://|\\b(fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource|import)\\b");
    private static final Pattern FACT = Pattern.compile("(facts(?:-wire)?)\\.md#([\\w-]+)");
    private static final int LARGEST_SCRIPT = 12_000;

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(SITE)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .sorted()
                    .toList();
        }
    }

    @DataProvider(name = "pages")
    Object[][] allPages() throws IOException {
        return pages().stream().map(page -> new Object[] {page}).toArray(Object[][]::new);
    }

    @Test
    public void thePagesThatWerePromisedAreThere() throws IOException {
        Set<String> names =
                pages().stream().map(page -> page.getFileName().toString()).collect(Collectors.toSet());
        for (String name : List.of(
                "index",
                "tutorial",
                "why",
                "which-strategy",
                "strategies",
                "strategy-costs",
                "threads",
                "overload",
                "pipelining",
                "retries",
                "embedding",
                "spring-boot",
                "operating",
                "deadlines-and-traces",
                "security",
                "tuning",
                "containers",
                "envoy",
                "many-servers",
                "drain",
                "configuration",
                "configuration-client",
                "configuration-embedding",
                "reference",
                "limits",
                "failures",
                "scorecard",
                "faq",
                "migrating",
                "compatibility",
                "results",
                "internals",
                "decisions",
                "facts")) {
            assertTrue(names.contains(name + ".html"), name + " is missing among " + names);
        }
        assertTrue(Files.isRegularFile(SITE.resolve("api/index.html")), "API documentation");
    }

    @Test(dataProvider = "pages")
    public void saysWhatItIs(Path page) throws IOException {
        Document document = Jsoup.parse(page);
        assertEquals(document.select("html").attr("lang"), "en");
        assertFalse(document.title().isBlank(), "title");
        assertFalse(document.select("meta[name=description]").attr("content").isBlank(), "description");
        assertEquals(document.select("h1").size(), 1, "headings of the first level");
        int level = 0;
        for (Element heading : document.select("h1, h2, h3, h4, h5, h6")) {
            int next = heading.tagName().charAt(1) - '0';
            assertTrue(next <= level + 1, heading + " comes below one of level " + level);
            level = next;
        }
        List<String> ids = document.select("[id]").stream().map(Element::id).toList();
        assertEquals(ids.stream().distinct().toList(), ids, "each id once");
    }

    @Test(dataProvider = "pages")
    public void picturesSayWhatTheyShow(Path page) throws IOException {
        Document document = Jsoup.parse(page);
        for (Element image : document.select("img")) {
            assertFalse(image.attr("alt").isBlank(), image.outerHtml());
        }
        for (Element drawing : document.select("svg")) {
            assertEquals(drawing.attr("role"), "img");
            assertFalse(drawing.attr("aria-label").isBlank(), "words of a drawing");
        }
        for (Element table : document.select("table")) {
            assertTrue(table.select("thead th[scope=col]").size() > 1, "head of " + table);
        }
    }

    /** Pages, anchors and the API documentation. */
    @Test(dataProvider = "pages")
    public void linksLeadSomewhere(Path page) throws IOException {
        List<String> dead = new ArrayList<>();
        for (Element link : Jsoup.parse(page).select("a[href]")) {
            String target = link.attr("href");
            if (!target.startsWith("https://") && !target.startsWith("http://") && dead(page, target)) {
                dead.add(target);
            }
        }
        assertTrue(dead.isEmpty(), "dead links: " + dead);
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
                        if (!anchors(SITE.resolve(fact.group(1) + ".html")).contains(fact.group(2))) {
                            dead.add(file.getFileName() + ": " + fact.group());
                        }
                    }
                }
            }
        }
        assertTrue(dead.isEmpty(), "facts that facts.md does not have: " + dead);
    }

    private boolean dead(Path page, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        return !Files.isRegularFile(file)
                || (parts.length == 2 && !anchors(file).contains(parts[1]));
    }

    private Set<String> anchors(Path file) throws IOException {
        Set<String> known = anchors.get(file);
        if (known == null) {
            known = Set.copyOf(Jsoup.parse(file).select("[id]").eachAttr("id"));
            anchors.put(file, known);
        }
        return known;
    }

    /** All that a page needs lies beside it. */
    @Test(dataProvider = "pages")
    public void needsNothingFromElsewhere(Path page) throws IOException {
        Document document = Jsoup.parse(page);
        List<String> assets = new ArrayList<>(document.select("[src]").eachAttr("src"));
        assets.addAll(document.select("[srcset]").eachAttr("srcset"));
        assets.addAll(document.select("link[href]").eachAttr("href"));
        assertTrue(assets.contains("site.css"), "style sheet");
        for (String asset : assets) {
            assertFalse(SCHEME.matcher(asset).matches(), asset);
            assertTrue(Files.isRegularFile(page.resolveSibling(asset)), asset);
        }
        assertEquals(document.select("iframe, object, embed, base").size(), 0, "foreign parts");
        assertEquals(document.select("script").eachAttr("src"), List.of("site.js"), "scripts");
        assertEquals(document.select("[onclick], [onload]").size(), 0, "scripts in the page");
        assertFalse(Files.readString(SITE.resolve("site.css")).matches("(?s).*(@import|url\\().*"), "site.css");
    }

    @Test
    public void theScriptIsSmallAndAsksNobody() throws IOException {
        String script = Files.readString(SITE.resolve("site.js"));
        List<String> requests =
                REQUEST.matcher(script).results().map(MatchResult::group).toList();
        assertEquals(requests, List.of(), "what site.js asks from elsewhere");
        assertTrue(script.length() <= LARGEST_SCRIPT, "site.js has " + script.length() + " characters");
    }

    /** All pages can be found, and what is found is there. */
    @Test
    public void searchLeadsSomewhere() throws IOException {
        String index = Files.readString(SITE.resolve("search-index.js"));
        Set<String> found = new HashSet<>();
        List<String> dead = new ArrayList<>();
        for (JsonNode section : new ObjectMapper().readTree(index.substring(index.indexOf('[')))) {
            String url = section.get("url").textValue();
            found.add(url.replaceFirst("#.*", ""));
            if (dead(SITE.resolve("index.html"), url)) {
                dead.add(url);
            }
        }
        assertTrue(dead.isEmpty(), "dead entries: " + dead);
        for (Path page : pages()) {
            assertTrue(found.contains(page.getFileName().toString()), page + " is not among " + found);
        }
    }

    @Test(dataProvider = "pages")
    public void saysItsVersionAndSource(Path page) throws IOException {
        Document document = Jsoup.parse(page);
        assertTrue(
                document.select("#site-version").text().matches("\\d+\\.\\d+.*"),
                document.select("footer").text());
        assertFalse(document.select("#page-source").attr("href").isEmpty(), "link to the source");
    }

    @Test
    public void theStartPageShowsTheDataFlowAndOneChart() throws IOException {
        Document start = Jsoup.parse(SITE.resolve("index.html"));
        assertEquals(start.select("figure.drawing").size(), 1, "drawings");
        assertEquals(start.select("figure.chart").size(), 1, "charts");
    }

    @Test
    public void chartsNeedNothingFromElsewhere() throws IOException {
        try (Stream<Path> charts = Files.list(SITE.resolve("charts"))) {
            for (Path chart : charts.toList()) {
                String svg = Files.readString(chart);
                assertFalse(svg.matches("(?s).*(href=\"(?!#)|<script|@import|url\\((?!#)).*"), chart.toString());
            }
        }
    }
}
