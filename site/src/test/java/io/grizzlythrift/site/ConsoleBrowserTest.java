package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Drives the console of a running server in a browser. */
public final class ConsoleBrowserTest extends BrowserTestBase {
    private static final String MARKUP =
            "</p><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";
    private static final int MANY = 500;

    /** A number that JavaScript rounds. */
    private static final long LARGE = (1L << 53) + 1;

    private ThriftServer server;
    private ThriftServer hostile;

    public ConsoleBrowserTest() {
        super(false);
    }

    private static ThriftServerBuilder builder() {
        return ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .processor(new Everything.Processor<>(new EverythingHandler()))
                .http(true)
                .jsonCalls(true)
                .console(ConsoleConfig.builder().calls(true).build());
    }

    @BeforeClass
    void startServers() {
        server = builder().name("everything").build().start();
        hostile = builder()
                .name("<b>hostile</b>")
                .catalog(hostileCatalog())
                .build()
                .start();
    }

    @AfterClass(alwaysRun = true)
    void stopServers() {
        for (ThriftServer started : new ThriftServer[] {server, hostile}) {
            if (started != null) {
                started.close();
            }
        }
    }

    @BeforeMethod
    void desk() {
        browser.view(DESK, "light");
    }

    /** 500 methods that take a struct that contains itself, and names and documentation with markup. */
    private static ServiceCatalog hostileCatalog() {
        TypeDescription text = new TypeDescription.Base(BaseType.STRING, Optional.empty());
        TypeDescription node = new TypeDescription.StructRef("Node", Optional.empty());
        StructDescription recursive = new StructDescription(
                "Node",
                StructDescription.Kind.STRUCT,
                List.of(
                        field(1, "label", text, Requiredness.DEFAULT),
                        field(2, "next", node, Requiredness.OPTIONAL),
                        field(3, MARKUP, text, Requiredness.OPTIONAL),
                        new FieldDescription(
                                (short) 4,
                                "count",
                                new TypeDescription.Base(BaseType.I64, Optional.empty()),
                                Requiredness.OPTIONAL,
                                Optional.of(LARGE),
                                "")),
                MARKUP);
        List<MethodDescription> methods = IntStream.range(0, MANY)
                .mapToObj(number -> method("method" + number, field(1, "node", node, Requiredness.DEFAULT)))
                .toList();
        return ServiceCatalog.create(
                List.of(
                        new ServiceDescription("Many", Optional.of("Many"), Optional.empty(), methods, MARKUP),
                        new ServiceDescription(
                                MARKUP,
                                Optional.of(MARKUP),
                                Optional.empty(),
                                List.of(method(MARKUP, field(1, MARKUP, text, Requiredness.DEFAULT))),
                                MARKUP)),
                List.of(),
                List.of(recursive),
                List.of());
    }

    private static FieldDescription field(int id, String name, TypeDescription type, Requiredness requiredness) {
        return new FieldDescription((short) id, name, type, requiredness, Optional.empty(), MARKUP);
    }

    private static MethodDescription method(String name, FieldDescription argument) {
        return new MethodDescription(name, "Many", List.of(argument), Optional.empty(), List.of(), false, MARKUP);
    }

    private void open(ThriftServer of, String fragment) {
        browser.visit("about:blank");
        browser.visit("http://localhost:" + of.port() + "/console/" + fragment);
        browser.await("document.querySelector('main h1')");
        browser.errors(); // those of the page before
    }

    private WebElement control(String label) {
        return browser.all(By.tagName("label")).stream()
                .filter(each -> each.getText().equals(label))
                .findFirst()
                .map(each -> browser.find("#" + each.getDomAttribute("for")))
                .orElseThrow(() -> new AssertionError("no control '" + label + "'"));
    }

    private void press(String label) {
        browser.all(By.tagName("button")).stream()
                .filter(each -> each.isDisplayed()
                        && (each.getText().equals(label) || label.equals(each.getDomAttribute("aria-label"))))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no button '" + label + "'"))
                .click();
    }

    private String reply() {
        browser.await("document.querySelector('.reply .status')");
        return browser.find(".reply").getText();
    }

    @DataProvider
    Object[][] screens() {
        return new Object[][] {{DESK, "light"}, {DESK, "dark"}, {PHONE, "light"}, {PHONE, "dark"}};
    }

    /** As somebody would who knows nothing but the name of the method. */
    @Test(dataProvider = "screens")
    public void findsFillsAndCalls(int width, String scheme) throws Exception {
        browser.view(width, scheme);
        open(server, "");
        browser.find("input[type=search]").sendKeys("echo mixed");
        browser.await("document.querySelector('.catalogue [role=status]').textContent == '1 method'");
        browser.press(Keys.ENTER);
        browser.await("document.querySelector('article.method')");
        control("name").sendKeys("Ada");
        press("Set count");
        WebElement count = browser.focused();
        count.clear();
        count.sendKeys("9007199254740993");
        press("Call");
        String reply = reply();
        assertTrue(reply.startsWith("Returned"), reply);
        assertTrue(reply.contains("\"name\": \"Ada\"") && reply.contains("9007199254740993"), reply);
        assertReadable();
        browser.picture("console-call-" + width + "-" + scheme);
    }

    @Test(dataProvider = "screens")
    public void showsADeclaredException(int width, String scheme) throws Exception {
        browser.view(width, scheme);
        open(server, "#/call/Everything/judge");
        WebElement verdict = control("verdict");
        verdict.clear();
        verdict.sendKeys("1");
        press("Call");
        String reply = reply();
        assertTrue(reply.contains("Refused"), reply);
        assertReadable();
        browser.picture("console-exception-" + width + "-" + scheme);
    }

    @Test
    public void saysWhatIsWrong() {
        open(server, "#/call/Everything/echoByte");
        WebElement value = control("value");
        value.clear();
        value.sendKeys("128");
        press("Call");
        assertEquals(browser.find(".problem").getText(), "value: must be -128 to 127");
        assertEquals(value.getDomAttribute("aria-invalid"), "true");
        assertEquals(browser.focused(), value);
    }

    @Test
    public void reopensACallFromItsLink() {
        open(server, "#/call/Everything/echoString");
        String text = "a'b\"c $(id) `id` \\ \u202e<b>";
        browser.ask(
                "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))",
                control("value"),
                text);
        String line = browser.find(".lines pre").getText();
        assertTrue(line.contains("'{\"value\":\"a'\\''b\\\"c $(id) `id` \\\\ \\u202e<b>\"}'"), line);
        String address = (String) browser.ask("return location.hash");
        long calls = server.counters().calls();
        open(server, address);
        assertEquals(control("value").getDomProperty("value"), text);
        assertEquals(server.counters().calls(), calls, "a link calls nothing");
    }

    /** The address stays in the history of the browser, and a link is sent to others. */
    @Test
    public void keepsCredentialsOutOfItsLink() {
        open(server, "#/call/Everything/echoString");
        browser.ask(
                "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))",
                browser.find("textarea[placeholder='Name: value']"),
                "trace: 7\n aUTHORIZATION : Bearer secret\nProxy-Authorization: secret\ncookie: a=secret");
        assertTrue(browser.find(".lines").getText().contains("secret"), "the call has them");
        String address = (String) browser.ask("return location.href");
        assertTrue(address.contains("trace"), address);
        assertFalse(address.contains("secret"), address);
    }

    @Test
    public void showsFormAndJson() {
        open(server, "#/call/Everything/echoTree");
        press("JSON");
        WebElement json = browser.find("textarea.json");
        json.clear();
        json.sendKeys("{\"value\": {\"label\": \"a\", \"left\": {\"label\": \"b\"}}}");
        press("Form");
        List<String> labels = browser.all(By.cssSelector(".arguments label")).stream()
                .map(WebElement::getText)
                .toList();
        assertEquals(labels.stream().filter("label"::equals).count(), 2, labels.toString());
        press("Call");
        assertTrue(reply().contains("\"label\": \"b\""), reply());
    }

    /** Charts and calls in flight beside a load, as a screen reader and as an eye get them. */
    @Test(dataProvider = "screens")
    public void watchesALoad(int width, String scheme) throws Exception {
        browser.view(width, scheme);
        AtomicBoolean stop = new AtomicBoolean();
        Thread load = new Thread(() -> callUntil(stop), "console-load");
        load.start();
        try {
            open(server, "#/live");
            browser.await("/^[1-9].*\\/s$/.test([...document.querySelectorAll('.tiles dd')][1].textContent)");
            browser.await("document.querySelectorAll('.chart path.line0[d*=L]').length >= 2");
            browser.await("[...document.querySelectorAll('td a')].some(e => e.textContent.endsWith('echoString'))");
            assertReadable();
            assertEquals(browser.errors(), List.of());
            browser.picture("console-live-" + width + "-" + scheme);
        } finally {
            stop.set(true);
            load.join();
        }
    }

    private void callUntil(AtomicBoolean stop) {
        try (TFramedTransport transport = new TFramedTransport(new TSocket("127.0.0.1", server.port()))) {
            transport.open();
            Everything.Client client = new Everything.Client(new TBinaryProtocol(transport));
            while (!stop.get()) {
                client.echoString("load");
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Asks while the page is visible, never twice at a time. The test decides when time passes. */
    @Test
    public void asksOnlyWhileSomebodyLooks() {
        open(server, "#/services");
        browser.ask("""
                window.asked = 0;
                window.timers = [];
                window.setTimeout = action => timers.push(action);
                const fetched = window.fetch;
                window.fetch = (...all) => { asked++; return fetched(...all); };
                window.hide = hidden => {
                  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
                  document.dispatchEvent(new Event('visibilitychange'));
                };
                location.hash = '#/live';
                """);
        awaitPolls(1);
        browser.ask("hide(true); timers.shift()()");
        browser.ask("hide(false); hide(false); hide(true); hide(false)");
        awaitPolls(2);
        browser.ask("location.hash = '#/services'");
        browser.awaitFrames("document.querySelector('.catalogue')");
        browser.ask("timers.shift()()");
        assertEquals(browser.ask("return [asked, timers.length]"), List.of(2L, 0L));
    }

    private void awaitPolls(long polls) {
        browser.awaitFrames("timers.length == 1");
        assertEquals(browser.ask("return asked"), polls);
    }

    /** Markup in names and documentation is shown as text, and 500 methods are there at once. */
    @Test
    public void showsMarkupAsText() throws Exception {
        open(hostile, "");
        assertEquals(browser.all(By.cssSelector(".catalogue li")).size(), MANY + 1);
        assertEquals(
                browser.all(By.cssSelector("main img, main script, main b")).size(), 0);
        browser.all(By.cssSelector(".catalogue li a")).get(MANY).click();
        browser.await("document.querySelector('article.method')");
        assertTrue(browser.find("article.method h1").getText().contains("<script>"));
        press("Call");
        assertFalse(reply().isEmpty());
        assertEquals(browser.all(By.cssSelector("main img, main script")).size(), 0);
        assertFalse(((String) browser.ask("return document.title")).equals("owned"));
        assertEquals(browser.ask("return document.documentElement.scrollWidth <= innerWidth"), true);
        browser.picture("console-hostile");
    }

    @Test
    public void opensRecursiveStructsOnDemand() {
        open(hostile, "#/call/Many/method250");
        assertTrue(browser.find(".arguments").getText().contains("the server uses " + LARGE));
        for (int depth = 0; depth < 3; depth++) {
            List<WebElement> setters = browser.all(By.cssSelector("button[aria-label='Set next']"));
            assertEquals(setters.size(), 1);
            setters.get(0).click();
        }
        assertEquals(
                browser.all(By.cssSelector(".arguments label")).stream()
                        .filter(each -> each.getText().equals("label"))
                        .count(),
                4);
    }

    /** A page of another origin in the same browser can neither read nor call. */
    @Test
    public void refusesAnotherOrigin() {
        browser.visit("http://localhost:" + hostile.port() + "/health/live"); // without the policy of the console
        long calls = server.counters().calls();
        String console = "http://localhost:" + server.port() + "/console/";
        String ask = "return fetch(arguments[0], arguments[1]).then(reply => reply.type, () => 'refused')";
        assertEquals(
                browser.ask(ask, console + "api/info", Map.of("headers", Map.of("X-Thrift-Console", "1"))), "refused");
        Map<String, String> post = Map.of("method", "POST", "mode", "no-cors", "body", "{}");
        assertEquals(browser.ask(ask, console + "call/Everything/ping", post), "refused");
        assertEquals(server.counters().calls(), calls);
        browser.errors();
    }

    private void assertReadable() {
        assertEquals(browser.ask(Scripts.OUTSIDE), List.of(), "what reaches beyond the screen");
        assertEquals(browser.ask(Scripts.PALE), List.of(), "words that cannot be read");
    }
}
