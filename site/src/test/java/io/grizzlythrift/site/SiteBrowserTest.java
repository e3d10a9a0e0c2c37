package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.openqa.selenium.Keys;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The site that {@code .ci/site} has built, in a headless Chromium. With {@code -Dsite.screenshots=true}, there are pictures
 * of all pages in {@code target/screenshots}.
 */
public final class SiteBrowserTest extends BrowserTestBase {
    private static final String ROOT =
            "[...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('input')).shadowRoot";

    private SiteFiles files;

    public SiteBrowserTest() {
        super(true);
    }

    @BeforeClass(dependsOnMethods = "start")
    void serve() throws IOException {
        if (!SiteFiles.exist()) {
            String missing = "no site in " + SiteFiles.FOLDER + "; .ci/site builds it";
            if (Boolean.parseBoolean(System.getenv("BROWSER_REQUIRED"))) {
                throw new IllegalStateException(missing);
            }
            throw new SkipException("skipped: " + missing);
        }
        files = new SiteFiles();
    }

    @AfterClass(alwaysRun = true)
    void stopServing() {
        if (files != null) {
            files.close();
        }
    }

    /** Each page once, on a desk and on a phone in turns; in a soak, and for pictures, twice. */
    @DataProvider
    Object[][] views() throws IOException {
        List<Object[]> views = new ArrayList<>();
        if (SiteFiles.exist()) {
            boolean desk = false;
            for (String page : SiteFiles.pages()) {
                boolean both = TestSize.isSoak() || Browser.TAKES_PICTURES;
                desk = !desk;
                if (both || desk) {
                    views.add(new Object[] {page, DESK, "light"});
                }
                if (both || !desk) {
                    views.add(new Object[] {page, PHONE, "dark"});
                }
            }
        }
        return views.toArray(Object[][]::new);
    }

    /** Fits the screen, has its drawings, and asks nobody else for anything. */
    @Test(dataProvider = "views")
    public void isShownWhole(String page, int width, String scheme) throws IOException {
        browser.view(width, scheme);
        browser.requests();
        browser.errors();
        browser.visit(files.address(page));
        long drawings = Jsoup.parse(SiteFiles.FOLDER.resolve(page))
                .select("pre.mermaid")
                .size();
        browser.await("[...document.querySelectorAll('div.mermaid')].filter(e => e.getBoundingClientRect().height > 20)"
                + ".length == " + drawings);
        assertTrue((long) browser.ask("return document.documentElement.scrollWidth") <= width, "width of the page");
        assertEquals(browser.errors(), List.of(), "errors on the console");
        assertEquals(
                browser.requests().stream()
                        .filter(url -> !url.startsWith(files.address("")) && !url.matches("(data|blob):.*"))
                        .toList(),
                List.of(),
                "requests to others");
        browser.picture(page.replace('/', '-') + "-" + width + "-" + scheme);
    }

    @DataProvider
    Object[][] pages() throws IOException {
        return SiteFiles.exist()
                ? SiteFiles.pages().stream().map(page -> new Object[] {page}).toArray(Object[][]::new)
                : new Object[0][];
    }

    /** The anchors of the site are those of a forge. */
    @Test(dataProvider = "pages")
    public void linksLeadSomewhere(String page) throws IOException {
        List<String> dead = new ArrayList<>();
        Path file = SiteFiles.FOLDER.resolve(page);
        boolean api = Files.isDirectory(SiteFiles.FOLDER.resolve("api"));
        for (String target : Jsoup.parse(file).select("a[href]").eachAttr("href")) {
            String[] parts = target.split("#", 2);
            Path there =
                    parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
            boolean skipped = target.matches("https?://.+|mailto:.+")
                    || (!api && there.startsWith(SiteFiles.FOLDER.resolve("api")))
                    || parts[0].matches("[./]+");
            if (!skipped
                    && (!Files.isRegularFile(there)
                            || (parts.length == 2 && !parts[1].isEmpty() && !has(there, parts[1])))) {
                dead.add(target);
            }
        }
        assertEquals(dead, List.of(), "dead links");
    }

    private static boolean has(Path file, String id) throws IOException {
        Document page = Jsoup.parse(file);
        Element element = page.getElementById(id);
        return element != null;
    }

    @DataProvider
    Object[][] questions() {
        return new Object[][] {
            {"backpressure", "internals.html#back-pressure"},
            {"graceful shutdown", "drain.html"},
            {"ThriftServerBuilder", "configuration.html#server-thriftserverbuilder"},
            {"serverbuilder", "configuration.html#server-thriftserverbuilder"},
            {"maxInFlight", "limits.html"},
            {"maxinfligt", "limits.html"},
            {"pipelning", "pipelining.html"},
            {"circuit breaker", "many-servers.html"},
            {"load balancing", "many-servers.html"},
            {"service discovery", "many-servers.html#finding-servers"},
            {"load shedding", "overload.html"},
            {"hedging", "retries.html#hedge"},
            {"retry", "retries.html#retry"},
            {"kerberos", "security.html"},
            {"mutual tls", "security.html"},
            {"prometheus", "operating.html"},
            {"logback", "operating.html"},
            {"kubernets", "containers.html"},
            {"virtual threads", "threads.html#virtual-threads"},
            {"gradle", "spring-boot.html#gradle"},
        };
    }

    /** With typos, synonyms and names of classes. */
    @Test(dataProvider = "questions")
    public void searchFinds(String words, String page) {
        browser.view(DESK, "light");
        browser.visit(files.address("index.html"));
        browser.await("document.querySelector('[class*=search__button]')");
        browser.ask("document.querySelector('[class*=search__button]').click()");
        browser.await("[...document.querySelectorAll('*')].some(e => e.shadowRoot?.querySelector('input'))");
        browser.ask("arguments[0].focus()", browser.ask("return " + ROOT + ".querySelector('input')"));
        browser.press(words);
        browser.press(Keys.NULL);
        browser.await(ROOT + ".querySelectorAll('a[href]').length > 0 && " + ROOT + ".querySelector('input').value == '"
                + words + "'");
        List<?> found = (List<?>)
                browser.ask(
                        "return [..." + ROOT
                                + ".querySelectorAll('a[href]')].map(a => new URL(a.href)).map(url => url.pathname.slice(1) + url.hash)");
        assertTrue(found.stream().anyMatch(url -> ((String) url).startsWith(page)), page + " is not among " + found);
    }
}
