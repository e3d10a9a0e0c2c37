package io.grizzlythrift.site;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LoggingPreferences;

/** The Chromium of the system, without a window. */
final class Browser implements AutoCloseable {
    /** Whether {@link #picture} does anything. */
    static final boolean TAKES_PICTURES = Boolean.getBoolean("site.screenshots");

    private static final int HEIGHT = 900;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern REQUEST =
            Pattern.compile("\"Network\\.requestWillBeSent\".*\"request\":\\{.*?\"url\":\"([^\"]*)\"");
    private static final int TALLEST_PICTURE = 16_000;

    private final ChromeDriver driver;

    /** @param recordsRequests whether {@link #requests} knows any: each event of the network costs time */
    Browser(boolean recordsRequests) {
        ChromeOptions options = new ChromeOptions()
                .setBinary(program("chromium").orElseThrow().toFile())
                // Root, as in a container, may not have the sandbox; and the pages are our own.
                .addArguments(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--disable-gpu");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable("browser", Level.ALL);
        if (recordsRequests) {
            logs.enable("performance", Level.ALL);
        }
        options.setCapability("goog:loggingPrefs", logs);
        // With both programs named, Selenium looks for nothing and loads nothing.
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program("chromedriver").orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
    }

    /** What is not installed, and how to get it; empty if all is there. */
    static String missing() {
        List<String> missing = List.of("chromium", "chromedriver").stream()
                .filter(name -> program(name).isEmpty())
                .toList();
        return missing.isEmpty()
                ? ""
                : "no " + String.join(", no ", missing) + " on the PATH; .ci/peers browser installs them";
    }

    private static Optional<Path> program(String name) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** As a screen of some width, light or dark. */
    void view(int width, String scheme) {
        view(width, HEIGHT, scheme);
    }

    void view(int width, int height, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", "", "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** The addresses that were asked for since the last question. */
    List<String> requests() {
        return driver.manage().logs().get("performance").getAll().stream()
                .map(entry -> REQUEST.matcher(entry.getMessage()))
                .filter(Matcher::find)
                .map(request -> request.group(1))
                .toList();
    }

    /** Opens an address of any server. */
    void visit(String address) {
        driver.get(address);
    }

    /** What the pages since the last question complained of. */
    List<String> errors() {
        return driver.manage().logs().get("browser").getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    Object ask(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> all(By what) {
        return driver.findElements(what);
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    void press(CharSequence... keys) {
        for (CharSequence key : keys) {
            new Actions(driver).sendKeys(key).perform();
        }
    }

    /** Waits until an expression is true in the page. */
    void await(String expression) {
        driver.executeAsyncScript("const done = arguments[0];" + "const look = () => (" + expression
                + ") ? done() : setTimeout(look, 20); look();");
    }

    /** As {@link #await}, in a page whose timers the test has replaced. */
    void awaitFrames(String expression) {
        driver.executeAsyncScript("const done = arguments[0];" + "const look = () => (" + expression
                + ") ? done() : requestAnimationFrame(look); look();");
    }

    /** Takes a picture of the whole page, if pictures are wanted. */
    void picture(String name) throws IOException {
        if (!TAKES_PICTURES) {
            return;
        }
        long width = (Long) ask("return innerWidth");
        long height = Math.min(TALLEST_PICTURE, (Long) ask("return document.documentElement.scrollHeight"));
        Map<String, Object> answer = driver.executeCdpCommand(
                "Page.captureScreenshot",
                Map.of(
                        "captureBeyondViewport",
                        true,
                        "clip",
                        Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
        Path picture = Path.of("target/screenshots", name + ".png");
        Files.createDirectories(picture.getParent());
        Files.write(picture, Base64.getDecoder().decode((String) answer.get("data")));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
