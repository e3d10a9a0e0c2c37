package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.TestSize;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the script adds to the pages: search and buttons that copy; and the pages without it. */
public final class ScriptBrowserTest extends BrowserTestBase {
    public ScriptBrowserTest() {
        super(true);
    }

    /** Sections of which it is known what is to be found, whatever the pages say. */
    private static final List<Map<String, String>> SECTIONS = List.of(
            section("a.html", "Limits", "", "each frame, pool"),
            section("b.html#size", "Limits", "Size of a frame", "bytes"),
            section("c.html", "Frames", "", "what is sent"),
            section("c.html#names", "Frames", "Names", "a maxFrameBytes"),
            section("d.html", "Strategies", "", "a pool of threads, a size, run(x)"));

    private static Map<String, String> section(String url, String page, String heading, String text) {
        return Map.of("url", url, "page", page, "heading", heading, "text", text);
    }

    /** Tests of each page open that themselves. */
    @BeforeMethod
    void open(Object[] arguments) {
        browser.view(DESK, "light");
        if (arguments.length == 0 || !(arguments[0] instanceof Path)) {
            browser.open("index.html");
        }
    }

    @AfterMethod(alwaysRun = true)
    void runScripts() {
        if (browser != null) {
            browser.runScripts(true);
        }
    }

    @DataProvider
    Object[][] searches() {
        return new Object[][] {
            {"frame", List.of("c.html", "b.html#size", "a.html", "c.html#names")},
            {"FRA", List.of("c.html", "b.html#size", "a.html", "c.html#names")},
            {"size frame", List.of("b.html#size")},
            {"pool size", List.of("d.html")},
            {"framebytes", List.of("c.html#names")},
            {"ra", List.of()},
            {"frame nowhere", List.of()},
            {"run(", List.of("d.html")},
            {"(.*", List.of()},
        };
    }

    /** A title before a heading before text; words begin as typed; every word must be there. */
    @Test(dataProvider = "searches")
    public void findsAndRanks(String words, List<String> found) {
        searchIn(SECTIONS, words);
        assertEquals(found(), found);
        String count =
                found.isEmpty() ? "Nothing found" : found.size() + (found.size() == 1 ? " section" : " sections");
        assertEquals(browser.find("#search-count").getText(), count);
        assertEquals(box().getDomAttribute("aria-expanded"), String.valueOf(!found.isEmpty()));
        assertEquals(browser.errors(), List.of(), "errors on the console");
    }

    @Test
    public void marksTheWords() {
        searchIn(SECTIONS, "size fra");
        assertEquals(
                browser.all(By.cssSelector("#search-found mark")).stream()
                        .map(WebElement::getText)
                        .toList(),
                List.of("Size", "fra"));
    }

    @Test
    public void isDrivenWithKeys() {
        searchIn(SECTIONS, "frame");
        assertEquals(selected(), List.of("c.html"));
        browser.press(Keys.ARROW_DOWN);
        assertEquals(selected(), List.of("b.html#size"));
        browser.press(Keys.ARROW_UP);
        assertEquals(selected(), List.of("c.html"));
        browser.press(Keys.ARROW_UP);
        assertEquals(selected(), List.of("c.html#names"));
        browser.press(Keys.ESCAPE);
        assertFalse(browser.find("#search-results").isDisplayed(), "results after escape");
        assertEquals(box().getDomProperty("value"), "");
        assertEquals(browser.focused(), box());
        browser.press("a/b");
        assertEquals(box().getDomProperty("value"), "a/b");
        browser.press(Keys.ESCAPE, Keys.ESCAPE);
        assertEquals(browser.focused().getTagName(), "body", "focus after escape");
    }

    @Test
    public void leadsToWhatWasChosenWithKeys() {
        WebElement page = browser.find("#pages > li:nth-child(3) > a");
        String file = page.getDomAttribute("href");
        search(page.getText());
        browser.press(Keys.ENTER);
        assertEquals(browser.file(), file);
    }

    @Test
    public void leadsToWhatWasClicked() {
        search("bounds");
        browser.find("#search-found a[href^='configuration.html']").click();
        assertEquals(browser.file(), "configuration.html");
        assertFalse(browser.find("#search-results").isDisplayed(), "results on the next page");
    }

    /** In reach of a program that reads aloud: a name, what is open, what is chosen, how much was found. */
    @Test
    public void saysWhatItDoes() {
        searchIn(SECTIONS, "frame");
        assertEquals(box().getAccessibleName(), "Search all pages");
        assertEquals(box().getAriaRole(), "combobox");
        assertEquals(browser.find("#search-found").getAriaRole(), "listbox");
        assertEquals(browser.find("#search-count").getAriaRole(), "status");
        assertEquals(
                browser.find("#" + box().getDomAttribute("aria-activedescendant"))
                        .getDomAttribute("href"),
                "c.html");
        browser.press(Keys.TAB);
        assertFalse(browser.find("#search-results").isDisplayed(), "results without focus");
        assertEquals(box().getDomAttribute("aria-expanded"), "false");
    }

    @DataProvider
    Object[][] screens() {
        return new Object[][] {{DESK, "light"}, {DESK, "dark"}, {PHONE, "light"}, {PHONE, "dark"}};
    }

    @Test(dataProvider = "screens")
    public void showsWhatItFound(int width, String scheme) throws Exception {
        browser.view(width, scheme);
        browser.open("index.html");
        search("thread");
        assertTrue(found().size() > 5, "found " + found());
        assertEquals(browser.ask(Scripts.OUTSIDE), List.of(), "what reaches beyond the screen");
        assertEquals(browser.ask(Scripts.PALE), List.of(), "words that cannot be read");
        assertSeesFocus(box());
        browser.picture("search-" + width + "-" + scheme);
    }

    @Test
    public void showsTheCurrentPageInALongList() {
        int height = 300;
        browser.view(DESK, height, "light");
        String last = browser.find("#pages > li:nth-last-child(2) > a").getDomAttribute("href");
        browser.open(last);
        WebElement current = browser.find("#pages [aria-current]");
        assertEquals(current.getDomAttribute("href"), last);
        double bottom =
                ((Number) browser.ask("return arguments[0].getBoundingClientRect().bottom", current)).doubleValue();
        assertTrue(bottom > 0 && bottom < height, "the link to the current page ends at " + bottom);
        assertEquals(browser.ask("return scrollY"), 0L, "the page is where it begins");
    }

    @DataProvider
    Object[][] clipboards() {
        return new Object[][] {
            {"return navigator.clipboard"},
            {
                // As in a page that did not come by https.
                "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
            }
        };
    }

    @Test(dataProvider = "clipboards")
    public void copiesCode(String clipboard) {
        browser.ask("document.body.prepend(document.createElement('textarea')); document.body.firstChild.focus()");
        WebElement text = browser.focused();
        browser.press("before");
        browser.control("a");
        browser.control("c");
        browser.ask(clipboard);
        WebElement button = browser.find(".code:has(.language-java) .copy");
        assertEquals(button.getText(), "Copy");
        browser.ask("arguments[0].focus()", button);
        browser.press(Keys.ENTER);
        browser.await("document.activeElement.textContent == 'Copied'");
        assertSeesFocus(button);
        browser.ask("arguments[0].select()", text);
        browser.control("v");
        String code = (String) browser.ask("return document.querySelector('.code .language-java').textContent");
        assertEquals(text.getDomProperty("value") + "\n", code);
        assertTrue(code.contains("{\n    "), code);
        browser.await("!document.body.textContent.includes('Copied')");
    }

    /** Every other page, so that each page is in one of the two tests; in a soak, all pages in both. */
    @DataProvider
    Object[][] pages(Method test) throws IOException {
        List<Path> pages = PagesTest.pages();
        int first = test.getName().equals("asksNobody") ? 0 : 1;
        return IntStream.range(0, pages.size())
                .filter(page -> TestSize.isSoak() || page % 2 == first)
                .mapToObj(page -> new Object[] {pages.get(page)})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "pages")
    public void asksNobody(Path page) {
        browser.requests();
        browser.open(page.getFileName().toString());
        search("server");
        List<String> requests = browser.requests();
        assertTrue(requests.stream().anyMatch(url -> url.endsWith("/search-index.js")), "requests " + requests);
        assertEquals(
                requests.stream().filter(url -> !url.startsWith("file:")).toList(), List.of(), "requests elsewhere");
    }

    @Test(dataProvider = "pages")
    public void readsWithoutScript(Path page) {
        browser.runScripts(false);
        browser.open(page.getFileName().toString());
        assertEquals(browser.visible(".search, .copy"), List.of(), "what is there, and does nothing");
        assertTrue(
                Stream.of("h1", "article p", "#neighbours a", "#page-source", "#pages a")
                        .allMatch(selector -> browser.find(selector).isDisplayed()),
                "the text and what is around it");
        boolean hasCode = !browser.all(By.cssSelector(".language-java")).isEmpty();
        assertEquals(!browser.all(By.cssSelector(".language-java > .word")).isEmpty(), hasCode, "colors of code");
    }

    private WebElement box() {
        return browser.find("#search-box");
    }

    private void search(String words) {
        browser.press("/");
        assertEquals(browser.focused(), box());
        browser.press(words);
        browser.await("document.getElementById('search-results').checkVisibility()");
    }

    private void searchIn(List<Map<String, String>> sections, String words) {
        search("x");
        browser.press(Keys.ESCAPE);
        browser.ask("window.searchIndex = arguments[0]", sections);
        browser.press(words);
    }

    private List<String> found() {
        return hrefs("#search-found a");
    }

    private List<String> selected() {
        return hrefs("#search-found a[aria-selected=true]");
    }

    private List<String> hrefs(String selector) {
        return browser.all(By.cssSelector(selector)).stream()
                .map(link -> link.getDomAttribute("href"))
                .toList();
    }

    private void assertSeesFocus(WebElement element) {
        assertEquals(browser.focused(), element);
        assertTrue(
                (Boolean) browser.ask("return getComputedStyle(arguments[0]).outlineStyle != 'none'", element),
                "focus is seen");
    }
}
