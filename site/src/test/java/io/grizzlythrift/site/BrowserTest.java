package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.TestSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The pages in a headless Chromium, as on a phone and on a desk, light and dark. With {@code -Dsite.screenshots=true}
 * there are pictures of each in {@code target/screenshots}.
 */
public final class BrowserTest extends BrowserTestBase {
    public BrowserTest() {
        super(false);
    }

    /**
     * Each page once, on a desk and on a phone in turns; in a soak, each page twice; in all four ways the one with the charts,
     * of which there are four drawings each, and every page if there are to be pictures.
     */
    @DataProvider
    Object[][] views() throws IOException {
        List<Object[]> views = new ArrayList<>();
        for (Path page : PagesTest.pages()) {
            boolean all = page.endsWith("results.html") || Browser.TAKES_PICTURES;
            if (all || TestSize.isSoak() || views.size() % 2 == 0) {
                views.add(new Object[] {page, DESK, "light"});
            }
            if (all || TestSize.isSoak() || views.size() % 2 == 1) {
                views.add(new Object[] {page, PHONE, "dark"});
            }
            if (all) {
                views.add(new Object[] {page, DESK, "dark"});
                views.add(new Object[] {page, PHONE, "light"});
            }
        }
        return views.toArray(Object[][]::new);
    }

    /**
     * Also: on a phone, each row of a wide table is a card, which says what its cells are and needs no scrolling; a page on a
     * desk can be printed.
     */
    @Test(dataProvider = "views")
    public void isShownWhole(Path page, int width, String scheme) throws IOException {
        browser.view(width, scheme);
        browser.open(page.getFileName().toString());
        List<String> errors = browser.errors();
        assertTrue(errors.isEmpty(), "errors on the console: " + errors);
        assertEquals(browser.ask("return document.documentElement.scrollWidth"), (long) width, "width of the page");
        assertEquals(browser.ask(Scripts.OUTSIDE), List.of(), "what reaches beyond the screen");
        assertEquals(browser.ask(Scripts.PALE), List.of(), "words that cannot be read");
        assertEquals(browser.ask(Scripts.NOT_ONE_DRAWING), 0L, "figures that do not show one drawing");
        for (Object chart : (List<?>) browser.ask(Scripts.CHARTS)) {
            Map<?, ?> seen = (Map<?, ?>) chart;
            String file = (String) seen.get("file");
            assertTrue((Long) seen.get("loaded") > 0, file + " was not loaded");
            assertTrue(
                    (Double) seen.get("width") >= width / 2.0 && (Double) seen.get("height") > 50, "size of " + seen);
            assertEquals(file.contains("-dark"), scheme.equals("dark"), file);
            assertEquals(file.contains("-narrow"), width == PHONE, file);
        }
        browser.picture(page.getFileName() + "-" + width + "-" + scheme);
        if (width == PHONE) {
            assertEquals(browser.ask(Scripts.NO_CARDS), List.of(), "rows of wide tables that are no cards");
        } else {
            assertEquals(browser.ask(Scripts.CELLS_OUTSIDE_TABLES), 0L, "cells of a desk that are not in a table");
            assertPrinted();
        }
    }

    /** Asserts that the page that is open can be printed, by somebody with a dark screen. */
    private void assertPrinted() {
        browser.print("dark");
        assertEquals(
                browser.visible("body > header, #navigation, .copy"), List.of(), "what is printed around the text");
        assertEquals(browser.ask("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
        assertEquals(browser.ask(Scripts.PALE), List.of(), "words that cannot be read");
        assertEquals(
                browser.ask(
                        "return [...document.querySelectorAll('pre')].filter(e => e.scrollWidth > e.clientWidth).length"),
                0L,
                "blocks of code that are cut off");
    }

    @Test
    public void showsCharts() {
        browser.view(DESK, "light");
        browser.open("results.html");
        assertTrue(((List<?>) browser.ask(Scripts.CHARTS)).size() > 5, "charts");
    }

    @Test
    public void leadsToEveryPageByClick() throws IOException {
        browser.view(DESK, "light");
        browser.open("index.html");
        for (Path page : PagesTest.pages()) {
            String file = page.getFileName().toString();
            browser.find("#pages > li > a[href='" + file + "']").click();
            assertEquals(browser.file(), file);
            assertEquals(browser.find("#pages a[aria-current=page]").getDomAttribute("href"), file);
        }
        browser.find("#pages > li > a[href^='api/']").click();
        assertEquals(browser.file(), "index.html");
        assertTrue(browser.path().endsWith("api/index.html"), browser.path());
    }

    @Test
    public void opensItsMenuOnAPhone() {
        browser.view(PHONE, "light");
        browser.open("index.html");
        WebElement link = browser.find("#pages a[href='results.html']");
        assertEquals(link.isDisplayed(), false, "before the click");
        browser.find(".menu").click();
        assertEquals(link.isDisplayed(), true, "after it");
        link.click();
        assertEquals(browser.file(), "results.html");
    }

    @Test
    public void needsNoMouse() {
        browser.view(PHONE, "light");
        browser.open("index.html");
        WebElement skip = browser.find(".skip");
        browser.press(Keys.TAB);
        assertEquals(browser.focused(), skip);
        assertTrue(skip.getRect().getX() >= 0, "the skip link is seen");
        assertTrue(
                (Boolean) browser.ask("return getComputedStyle(arguments[0]).outlineStyle != 'none'", skip),
                "focus is seen");
        browser.press(Keys.ENTER);
        assertEquals(browser.focused().getDomAttribute("id"), "content");

        browser.open("index.html");
        browser.press(Keys.TAB, Keys.TAB, Keys.TAB);
        assertEquals(browser.focused(), browser.find("#search-box"));
        browser.press(Keys.TAB);
        assertEquals(browser.focused(), browser.find(".menu"));
        browser.press(Keys.ENTER);
        assertEquals(browser.find("#navigation").isDisplayed(), true, "the menu");
        browser.press(Keys.ESCAPE);
        assertEquals(browser.find("#navigation").isDisplayed(), false, "the menu after escape");
        browser.press(Keys.ENTER, Keys.TAB, Keys.TAB, Keys.ENTER);
        assertEquals(
                browser.file(), browser.find("#pages > li:nth-child(2) > a").getDomAttribute("href"));
    }

    @Test
    public void leadsThroughAPageOnADesk() {
        browser.view(DESK, "dark");
        browser.open("configuration.html");
        List<WebElement> parts = browser.all(By.cssSelector("#pages ul a"));
        assertTrue(parts.size() > 3, "parts of the page");
        WebElement last = parts.get(parts.size() - 1);
        last.sendKeys(Keys.ENTER);
        String id = last.getDomAttribute("href").substring(1);
        double top = ((Number)
                        browser.ask("return document.getElementById(arguments[0]).getBoundingClientRect().top", id))
                .doubleValue();
        assertTrue(top >= 0 && top < 900, id + " is at " + top);
    }
}
