package io.grizzlythrift.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Decision;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.annotations.Test;

/** Tests the console of a server as peers see it: who gets it, with which headers, and what it does not do. */
@Test(timeOut = 120_000)
public final class ConsolePortTest {
    private static final String OWN = "X-Thrift-Console: 1\r\n";

    private static ThriftServerBuilder builder() {
        return builder(Strategies.WORKER_THREAD);
    }

    private static ThriftServerBuilder builder(Strategies strategy) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .http(true);
    }

    private static ThriftServerBuilder withCalls(Strategies strategy, boolean calls) {
        return builder(strategy)
                .jsonCalls(true)
                .console(ConsoleConfig.builder().calls(calls).build());
    }

    private static String get(String path, String headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }

    private static String call(String method, String arguments, String headers) {
        return "POST /console/call/Everything/" + method
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + "Content-Length: "
                + arguments.getBytes(UTF_8).length + "\r\n" + headers + "\r\n" + arguments;
    }

    private static HttpSocket.Response ask(ThriftServer server, String request) throws IOException {
        try (HttpSocket socket = new HttpSocket(server)) {
            return socket.send(request).read();
        }
    }

    @Test(dataProviderClass = Strategies.class, dataProvider = "strategies")
    public void servesItsPageToThisMachine(Strategies strategy) throws IOException {
        try (ThriftServer server = builder(strategy).console(true).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            for (String file : new String[] {"", "console.js", "console.css", "icon.svg"}) {
                HttpSocket.Response response =
                        socket.send(get("/console/" + file, "")).read();
                assertEquals(response.status(), 200, file);
                assertTrue(response.body().length > 0, file);
                assertProtected(response);
                assertTrue(response.head().contains("\r\nCache-Control: private, no-cache\r\n"), response.head());
            }
            assertProtected(socket.send(get("/console/nothing", "")).read());
            HttpSocket.Response data =
                    socket.send(get("/console/api/info", OWN)).read();
            assertEquals(data.status(), 200);
            assertProtected(data);
            assertTrue(data.head().contains("\r\nCache-Control: no-store\r\n"), data.head());
            assertTrue(data.text().contains("\"name\":\"" + server.config().name() + '"'), data.text());
        }
    }

    private static void assertProtected(HttpSocket.Response response) {
        for (String header : new String[] {
            "default-src 'none'; script-src 'self'",
            "frame-ancestors 'none'",
            "\r\nX-Content-Type-Options: nosniff\r\n",
            "\r\nReferrer-Policy: no-referrer\r\n",
            "\r\nCross-Origin-Resource-Policy: same-origin\r\n"
        }) {
            assertTrue(response.head().contains(header), header + " in " + response.head());
        }
        assertFalse(response.head().contains("unsafe"), response.head());
        assertFalse(response.head().contains("Access-Control"), response.head());
    }

    @Test
    public void isOffByDefault() throws IOException {
        try (ThriftServer server = builder().build().start()) {
            assertEquals(ask(server, get("/console/", "")).status(), 404);
            assertEquals(server.config().console().isPresent(), false);
        }
    }

    @Test
    public void needsHttp() {
        ThriftServerBuilder builder = builder().http(false).console(true);
        assertEquals(
                expectThrows(IllegalStateException.class, builder::build).getMessage(), "the console needs http(true)");
    }

    @Test
    public void callsNeedJson() {
        ThriftServerBuilder builder =
                builder().console(ConsoleConfig.builder().calls(true).build());
        assertEquals(
                expectThrows(IllegalStateException.class, builder::build).getMessage(),
                "calls of the console need jsonCalls(true)");
    }

    @Test
    public void sendsAnUnchangedFileOnce() throws IOException {
        try (ThriftServer server = builder().console(true).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            String head = socket.send(get("/console/console.js", "")).read().head();
            Matcher tag = Pattern.compile("\r\nETag: (\"[0-9a-f]+\")\r\n").matcher(head);
            assertTrue(tag.find(), head);
            HttpSocket.Response again = socket.send(
                            get("/console/console.js", "If-None-Match: " + tag.group(1) + "\r\n"))
                    .read();
            assertEquals(again.status(), 304);
            assertEquals(again.body().length, 0);
            assertEquals(
                    socket.send(get("/console/console.js", "If-None-Match: \"other\"\r\n"))
                            .read()
                            .status(),
                    200);
        }
    }

    @Test
    public void leadsToItsFolder() throws IOException {
        try (ThriftServer server = builder().console(true).build().start()) {
            HttpSocket.Response response = ask(server, get("/console", ""));
            assertEquals(response.status(), 308);
            assertTrue(response.head().contains("\r\nLocation: /console/\r\n"), response.head());
        }
    }

    @Test
    public void onlyReads() throws IOException {
        try (ThriftServer server = builder().console(true).build().start()) {
            HttpSocket.Response response =
                    ask(server, "DELETE /console/ HTTP/1.1\r\nHost: localhost\r\n" + OWN + "\r\n");
            assertEquals(response.status(), 405);
            assertEquals(
                    ask(server, "OPTIONS /console/api/info HTTP/1.1\r\nHost: localhost\r\n" + OWN + "\r\n")
                            .status(),
                    405);
        }
    }

    @Test
    public void refusesOtherNamesAndOtherSites() throws IOException {
        try (ThriftServer server = builder().console(true).build().start()) {
            assertEquals(
                    ask(server, "GET /console/ HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                            .status(),
                    403);
            assertEquals(ask(server, get("/console/api/info", "")).status(), 403);
            assertEquals(
                    ask(server, get("/console/api/info", OWN + "Sec-Fetch-Site: cross-site\r\n"))
                            .status(),
                    403);
            assertEquals(
                    ask(server, get("/console/api/info", OWN + "Origin: http://evil.example\r\n"))
                            .status(),
                    403);
        }
    }

    /** A proxy on this machine speaks for somebody else. */
    @Test
    public void doesNotTrustProxies() throws IOException {
        try (ThriftServer server = builder().console(true).build().start()) {
            HttpSocket.Response response = ask(server, get("/console/", "X-Forwarded-For: 10.0.0.1\r\n"));
            assertEquals(response.status(), 401);
            assertProtected(response);
        }
    }

    private static ThriftServerBuilder withIdentities() {
        return builder()
                .authenticator(Authenticator.bearer(token -> CompletableFuture.completedFuture(
                        Identity.builder(token, "bearer").build())))
                .authorizer((identity, service, method) ->
                        identity.filter(who -> who.principal().equals("admin")).isPresent()
                                        && service.equals(ConsoleConfig.SERVICE)
                                        && method.equals(ConsoleConfig.VIEW)
                                ? Decision.allow()
                                : Decision.deny("only admin"));
    }

    @Test(dataProviderClass = Strategies.class, dataProvider = "strategies")
    public void asksTheAuthorizerAboutOthers(Strategies strategy) throws IOException {
        ConsoleConfig strict = ConsoleConfig.builder().loopback(false).build();
        try (ThriftServer server = withIdentities()
                .strategy(strategy.ofThreads(2))
                .console(strict)
                .build()
                .start()) {
            HttpSocket.Response stranger = ask(server, get("/console/", ""));
            assertEquals(stranger.status(), 401);
            assertTrue(stranger.head().contains("\r\nWWW-Authenticate: Bearer\r\n"), stranger.head());
            assertEquals(
                    ask(server, get("/console/", "Authorization: Bearer guest\r\n"))
                            .status(),
                    403);
            assertEquals(
                    ask(server, get("/console/", "Authorization: Bearer admin\r\n"))
                            .status(),
                    200);
            assertEquals(
                    ask(server, get("/console/api/info", OWN + "Authorization: Bearer admin\r\n"))
                            .status(),
                    200);
            assertEquals(ask(server, get("/console/api/info", OWN)).status(), 401);
        }
    }

    @Test
    public void waitsForAnAuthenticatorWithoutAThread() throws IOException {
        Map<String, CompletableFuture<Identity>> asked = new ConcurrentHashMap<>();
        ThriftServerBuilder builder = withIdentities()
                .authenticator(
                        Authenticator.bearer(token -> asked.computeIfAbsent(token, key -> new CompletableFuture<>())))
                .console(true);
        try (ThriftServer server = builder.build().start();
                HttpSocket slow = new HttpSocket(server)) {
            slow.send(get("/console/", "X-Forwarded-For: 10.0.0.1\r\nAuthorization: Bearer admin\r\n"));
            assertEquals(ask(server, get("/console/api/info", OWN)).status(), 200);
            Await.that("the authenticator was asked", () -> asked.containsKey("admin"));
            asked.get("admin").complete(Identity.builder("admin", "bearer").build());
            assertEquals(slow.read().status(), 200);
        }
    }

    /** Strangers whose credentials take long to check leave room for the machine itself. */
    @Test
    public void strangersLeaveRoom() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        ThriftServerBuilder builder = withIdentities()
                .authenticator(Authenticator.bearer(token -> {
                    asked.incrementAndGet();
                    return new CompletableFuture<>();
                }))
                .console(true);
        List<HttpSocket> strangers = new ArrayList<>();
        try (ThriftServer server = builder.build().start()) {
            for (int i = 0; i < 32; i++) {
                strangers.add(new HttpSocket(server)
                        .send(get("/console/", "Via: 1.1 proxy\r\nAuthorization: Bearer admin\r\n")));
            }
            Await.that("all of them wait", () -> asked.get() == 32);
            assertEquals(
                    ask(server, get("/console/", "Via: 1.1 proxy\r\nAuthorization: Bearer admin\r\n"))
                            .status(),
                    503);
            assertEquals(ask(server, get("/console/api/info", OWN)).status(), 200);
        } finally {
            for (HttpSocket stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** An authorizer that blocks keeps other strangers from the console, but not this machine. */
    @Test
    public void aSlowAuthorizerLeavesTheDataAlone() throws Exception {
        CountDownLatch decided = new CountDownLatch(1);
        CompletableFuture<String> asked = new CompletableFuture<>();
        ThriftServerBuilder builder = builder()
                .authorizer((identity, service, method) -> {
                    asked.complete(Thread.currentThread().getName());
                    awaitUninterruptibly(decided);
                    return Decision.allow();
                })
                .console(true);
        try (ThriftServer server = builder.build().start();
                HttpSocket stranger = new HttpSocket(server);
                HttpSocket next = new HttpSocket(server)) {
            String page = get("/console/api/info", OWN + "X-Forwarded-For: 10.0.0.1\r\n");
            stranger.send(page);
            assertEquals(asked.get(), server.config().name() + "-console-access");
            next.send(page);
            assertEquals(ask(server, get("/console/api/live", OWN)).status(), 200);
            assertTrue(
                    server.inspect().threads().stream()
                            .anyMatch(each -> each.role().equals("console")),
                    "has its role");
            assertTrue(server.inspect().threads().stream()
                    .anyMatch(each -> each.role().equals("console-access")));
            decided.countDown();
            assertEquals(stranger.read().status(), 200);
            assertEquals(next.read().status(), 200);
        } finally {
            decided.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test(dataProviderClass = Strategies.class, dataProvider = "strategies")
    public void callsIfAllowed(Strategies strategy) throws IOException {
        try (ThriftServer server = withCalls(strategy, true).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            HttpSocket.Response reply = socket.send(call("echoI64", "{\"value\": \"9007199254740993\"}", OWN))
                    .read();
            assertEquals(reply.status(), 200);
            assertEquals(reply.text(), "\"9007199254740993\"");
            HttpSocket.Response declared =
                    socket.send(call("judge", "{\"verdict\": 1}", OWN)).read();
            assertEquals(declared.status(), 422);
            assertTrue(declared.text().contains("Refused"), declared.text());
        }
    }

    @Test
    public void callsOfOtherSitesNeverRun() throws IOException {
        try (ThriftServer server =
                withCalls(Strategies.SAME_THREAD, true).build().start()) {
            assertEquals(ask(server, call("judge", "{\"verdict\": 0}", "")).status(), 403);
            assertEquals(
                    ask(server, call("judge", "{\"verdict\": 0}", OWN + "Origin: http://evil.example\r\n"))
                            .status(),
                    403);
            assertEquals(server.counters().calls(), 0);
        }
    }

    private static String directCall(String host, String headers) {
        return "POST /call/Everything/judge HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: 14\r\n" + headers + "\r\n{\"verdict\": 0}";
    }

    /** The page of a stranger, whose name has come to mean this machine, is of the same origin for the browser. */
    @Test(dataProviderClass = Strategies.class, dataProvider = "strategies")
    public void pagesOfOtherNamesNeverCall(Strategies strategy) throws IOException {
        String evil = "evil.example";
        try (ThriftServer server = withCalls(strategy, true).build().start()) {
            HttpSocket.Response response = ask(server, directCall(evil, "Origin: http://evil.example\r\n"));
            assertEquals(response.status(), 403);
            assertTrue(response.text().contains("ConsoleConfig.Builder.host"), response.text());
            assertEquals(server.counters().calls(), 0);
            assertEquals(ask(server, directCall(evil, "")).status(), 200, "not a browser");
            assertEquals(
                    ask(server, directCall("localhost", "Origin: http://localhost\r\n"))
                            .status(),
                    200);
        }
        try (ThriftServer server = builder(strategy).jsonCalls(true).build().start()) {
            assertEquals(
                    ask(server, directCall(evil, "Origin: http://evil.example\r\n"))
                            .status(),
                    200,
                    "without a console");
        }
    }

    @Test
    public void callsNothingUnlessAllowed() throws IOException {
        try (ThriftServer server =
                withCalls(Strategies.SAME_THREAD, false).build().start()) {
            HttpSocket.Response response = ask(server, call("judge", "{\"verdict\": 0}", OWN));
            assertEquals(response.status(), 403);
            assertTrue(response.text().contains("ConsoleConfig.Builder.calls"), response.text());
            assertEquals(server.counters().calls(), 0);
        }
    }
}
