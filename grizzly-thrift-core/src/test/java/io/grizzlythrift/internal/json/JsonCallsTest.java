package io.grizzlythrift.internal.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.internal.json.Door.Running;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Strategies;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests calls in JSON: what is called, and what the response says. */
@Test(timeOut = 120_000)
public final class JsonCallsTest {
    private static final String ECHO = "/call/Everything/echoString";
    private static final String HELD = "{\"key\": \"k\"}";

    private final EverythingHandler handler = new EverythingHandler();

    private Everything.Processor<Everything.Iface> processor() {
        return new Everything.Processor<>(handler);
    }

    @DataProvider
    static Object[][] strategies() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : Strategies.values()) {
            rows.add(new Object[] {Door.PORT, strategy.ofThreads(2)});
        }
        rows.add(new Object[] {Door.PORT, AdaptiveStrategy.ofThreads(2)});
        rows.add(new Object[] {Door.HANDLER, WorkerThreadStrategy.ofThreads(2)});
        return rows.toArray(Object[][]::new);
    }

    /** The same, and servlet containers, which start slowly. */
    @DataProvider
    static Object[][] doors() {
        List<Object[]> rows = new ArrayList<>(List.of(strategies()));
        rows.add(new Object[] {Door.TOMCAT, WorkerThreadStrategy.ofThreads(2)});
        rows.add(new Object[] {Door.JETTY, WorkerThreadStrategy.ofThreads(2)});
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "doors")
    public void results(Door door, ProcessingStrategy strategy) throws Exception {
        try (Running server = door.start(strategy, options -> options.processor(processor()))) {
            for (int call = 0; call < 3; call++) {
                HttpResponse<String> echo = server.post(ECHO, "{\"value\": \"grüße \\u2028 <b>\"}");
                assertEquals(echo.body(), "\"grüße \u2028 <b>\"");
                assertEquals(echo.statusCode(), 200);
                assertEquals(echo.headers().firstValue("Content-Type").orElseThrow(), "application/json");
                assertEquals(echo.headers().firstValue("X-Content-Type-Options").orElseThrow(), "nosniff");
            }
            assertEquals(
                    server.post("/call/Everything/echo%53tring", "{\"value\": \"x\"}")
                            .body(),
                    "\"x\"");
            assertEquals(server.post("/call/Everything/ping", "").body(), "null");
            assertEquals(
                    server.post("/call/Everything/whoami", "{\"greeting\": \"hi\"}")
                            .body(),
                    "\"everything: hi\"");
            String mixed = "{\"name\":\"n\",\"count\":7,\"plain\":1,\"fallback\":13,\"greeting\":\"good day\","
                    + "\"words\":[\"a\",\"b\"],\"colour\":\"GREEN\"}";
            assertEquals(
                    server.post("/call/Everything/echoMixed", "{\"value\": " + mixed + "}")
                            .body(),
                    mixed);
            assertEquals(server.counters().get().calls(), 7);
            assertEquals(server.counters().get().protocolErrors(), 0);
            assertOneway(server, door + " " + strategy);
            assertCatalog(server);
            server.assertIdle();
        }
    }

    @Test(dataProvider = "doors")
    public void failures(Door door, ProcessingStrategy strategy) throws Exception {
        try (Running server = door.start(strategy, options -> options.processor(processor()))) {
            assertFails(
                    server,
                    "/call/Everything/judge",
                    "{\"verdict\": 1}",
                    422,
                    "{\"exception\":{\"type\":\"Refused\"," + "\"value\":{\"code\":41,\"reason\":\"nö\"}}}");
            assertFails(server, "/call/Everything/judge", "{\"verdict\": 9}", 500, "INTERNAL_ERROR");
            assertFails(server, "/call/Everything/brokenStruct", "{\"how\": \"null\"}", 500, "\"error\"");
            assertFails(server, ECHO, "{\"value\": 7}", 400, "$.value");
            assertFails(server, ECHO, "{\"valu\": \"x\"}", 400, "valu");
            assertFails(server, ECHO, "{\"value\"", 400, "PROTOCOL_ERROR");
            assertFails(server, ECHO, "[1]", 400, "PROTOCOL_ERROR");
            assertFails(server, ECHO, "<script>", 400, "PROTOCOL_ERROR");
            assertFails(server, "/call/Everything/echoMixed", "{\"value\": {\"count\": 1}}", 400, "name");
            assertFails(server, "/call/Everything/echoI32", "{\"value\": 3000000000}", 400, "$.value");
            assertFails(server, "/call/Everything/no%3Cb%3E%22Such", "{}", 404, "UNKNOWN_METHOD");
            if (door != Door.JETTY) { // refuses such paths
                assertFails(server, "/call/Everything/echo%2553tring", "{}", 404, "UNKNOWN_METHOD");
            }
            assertFails(server, "/call/Nothing/echoString", "{}", 404, "UNKNOWN_METHOD");
            assertFails(server, "/call/Everything", "{}", 404, "NOT_FOUND");
            assertFails(server, "/call/a/b/c", "{}", 404, "NOT_FOUND");
            HttpResponse<String> get = server.get(ECHO);
            assertEquals(get.statusCode(), 405);
            assertEquals(get.headers().firstValue("Allow").orElseThrow(), "POST");
            HttpResponse<String> typed = server.send(server.request(ECHO)
                    .header("Content-Type", "text/plain")
                    .POST(BodyPublishers.ofString("{\"value\": \"x\"}"))
                    .build());
            assertEquals(typed.statusCode(), 415);
            assertFalse(
                    typed.headers().firstValue("Access-Control-Allow-Origin").isPresent());
            assertFails(server, ECHO, "{\"value\": \"x\"}", 400, "Client-Timeout", "Client-Timeout", "soon");
            assertEquals(
                    server.post(ECHO, "{\"value\": \"x\"}", "Client-Timeout", "60000")
                            .body(),
                    "\"x\"");
            server.assertIdle();
        }
    }

    @DataProvider
    static Object[][] elements() {
        return new Object[][] {
            {"echoUuids", "[\"00112233-4455-6677-8899-aabbccddeeff\",\"00000000-0000-0000-0000-000000000000\"]"},
            {"echoList", "[\"a\",\"\"]"},
            {"echoSet", "[-1]"},
            {"echoDeep", "{\"x\":[[1],[]]}"},
            {"echoStructs", "[{\"name\":\"n\",\"plain\":0,\"fallback\":13,\"greeting\":\"hi\"}]"},
            {"echoByEnum", "[[\"RED\",1]]"},
            {"echoChoices", "[{\"truth\":true}]"},
            {
                "echoContainers",
                "{\"truths\":[true,false],\"names\":[[1,\"one\"]],\"cube\":[[[1]],[]],"
                        + "\"odd\":[[[1,2],[{\"label\":\"t\"}]]],\"reals\":[[7,0.5]],\"blobs\":[\"/wAB\",\"\"],"
                        + "\"colours\":[\"BLUE\"]}"
            },
        };
    }

    @Test(dataProvider = "elements")
    public void containersOf(String method, String json) throws Exception {
        try (Running server =
                Door.PORT.start(WorkerThreadStrategy.ofThreads(1), options -> options.processor(processor()))) {
            HttpResponse<String> response = server.post("/call/Everything/" + method, "{\"value\": " + json + "}");
            assertEquals(response.body(), json);
            assertEquals(response.statusCode(), 200);
            server.assertIdle();
        }
    }

    private static void assertFails(
            Running server, String path, String json, int status, String expected, String... headers) throws Exception {
        HttpResponse<String> response = server.post(path, json, headers);
        assertTrue(response.body().contains(expected), path + ": " + response.body());
        assertEquals(response.statusCode(), status, path + ": " + response.body());
        assertEquals(response.headers().firstValue("Content-Type").orElseThrow(), "application/json");
    }

    @Test(dataProvider = "strategies")
    public void asynchronousHandlers(Door door, ProcessingStrategy strategy) throws Exception {
        AsyncEverything async = new AsyncEverything(task -> new Thread(task, "reply").start());
        try (Running server = door.start(strategy, options -> options.processor(async.processor()))) {
            assertEquals(server.post(ECHO, "{\"value\": \"later\"}").body(), "\"later\"");
            assertFails(server, "/call/Everything/judge", "{\"verdict\": 1}", 422, "\"Refused\"");
            assertFails(server, ECHO, "{\"value\": 1}", 400, "$.value");
            assertEquals(
                    server.post("/call/Everything/note", "{\"text\": \"async\"}")
                            .statusCode(),
                    202);
            async.handler().noted("async").get(30, TimeUnit.SECONDS);
            server.assertIdle();
        }
    }

    @Test(dataProvider = "strategies")
    public void multiplexed(Door door, ProcessingStrategy strategy) throws Exception {
        EverythingHandler second = new EverythingHandler("second");
        try (Running server = door.start(strategy, options -> {
            options.processor(processor());
            options.service("two", new Everything.Processor<>(second));
            options.method("two:hold", MethodOptions.of(WorkerThreadStrategy.ofThreads(1)));
        })) {
            assertEquals(
                    server.post("/call/two/whoami", "{\"greeting\": \"hi\"}").body(), "\"second: hi\"");
            assertEquals(
                    server.post("/call/Everything/whoami", "{\"greeting\": \"hi\"}")
                            .body(),
                    "\"everything: hi\"");
            CompletableFuture<HttpResponse<String>> held = server.begin(server.call("/call/two/hold", HELD));
            String thread = second.held("k").entered.get(30, TimeUnit.SECONDS).getName();
            assertTrue(thread.contains("-two:hold"), thread);
            second.releaseAll();
            assertEquals(held.get(30, TimeUnit.SECONDS).body(), "\"released\"");
            server.assertIdle();
        }
    }

    @Test(dataProvider = "doors")
    public void access(Door door, ProcessingStrategy strategy) throws Exception {
        try (Running server = door.start(strategy, options -> {
            options.processor(processor());
            options.authenticator(Authenticator.basic(
                    "test",
                    (user, password) -> CompletableFuture.completedFuture(
                            Identity.builder(user, "basic").build())));
            options.authorizer(
                    AccessRules.of("echo*: alice", "note: alice", "grizzlythrift.Reflection.*: alice", "x*: alice"));
        })) {
            String[] alice = {"Authorization", basic("alice:x")};
            String[] bob = {"Authorization", basic("bob:x")};
            assertEquals(server.post(ECHO, "{\"value\": \"x\"}", alice).body(), "\"x\"");
            assertFails(server, ECHO, "not read", 403, "PERMISSION_DENIED", bob);
            assertFails(server, "/call/Everything/note", "{}", 403, "PERMISSION_DENIED", bob);
            for (String path : new String[] {ECHO, "/call/Everything/xNothing"}) {
                HttpResponse<String> stranger = server.post(path, "{}");
                assertEquals(stranger.statusCode(), 401);
                assertTrue(stranger.body().contains("UNAUTHENTICATED"), stranger.body());
                assertTrue(stranger.headers()
                        .firstValue("WWW-Authenticate")
                        .orElseThrow()
                        .startsWith("Basic realm=\"test\""));
            }
            assertEquals(server.post("/call/Everything/xNothing", "{}", alice).statusCode(), 404);
            assertEquals(server.get("/call").statusCode(), 401);
            assertEquals(server.get("/call", bob).statusCode(), 403);
            assertEquals(server.get("/call", alice).statusCode(), 200);
            server.assertIdle();
        }
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private void assertOneway(Running server, String text) throws Exception {
        HttpResponse<String> accepted = server.post("/call/Everything/note", "{\"text\": \"" + text + "\"}");
        assertEquals(accepted.statusCode(), 202);
        assertEquals(accepted.body(), "");
        handler.noted(text).get(30, TimeUnit.SECONDS);
        assertFails(server, "/call/Everything/note", "{\"text\": 1}", 400, "$.text");
    }

    private static void assertCatalog(Running server) throws Exception {
        HttpResponse<String> json = server.get("/call");
        assertEquals(json.statusCode(), 200);
        assertEquals(json.headers().firstValue("Content-Type").orElseThrow(), "application/json");
        assertTrue(json.body().contains("\"echoString\""), json.body());
        HttpResponse<String> idl = server.get("/call/idl");
        assertTrue(idl.body().contains("service Everything"), idl.body());
        assertTrue(idl.headers().firstValue("Content-Type").orElseThrow().startsWith("text/plain"));
        HttpResponse<String> post = server.post("/call", "{}");
        assertEquals(post.statusCode(), 405);
        assertEquals(post.headers().firstValue("Allow").orElseThrow(), "GET, HEAD");
    }

    @DataProvider
    static Object[][] fastDoors() {
        return new Object[][] {{Door.PORT}, {Door.HANDLER}};
    }

    @Test(dataProvider = "fastDoors")
    public void noPlace(Door door) throws Exception {
        try (Running server = door.start(WorkerThreadStrategy.ofThreads(1), options -> {
            options.processor(processor());
            options.limits(PatientLimits.builder().maxInFlight(1).build());
        })) {
            String key = "{\"key\": \"" + door + "\"}";
            CompletableFuture<HttpResponse<String>> held = server.begin(server.call("/call/Everything/hold", key));
            handler.held(door.name()).entered.get(30, TimeUnit.SECONDS);
            for (String path : new String[] {ECHO, "/call/Everything/note"}) {
                HttpResponse<String> rejected = server.post(path, "not read");
                assertEquals(rejected.statusCode(), 429);
                assertEquals(rejected.headers().firstValue("Retry-After").orElseThrow(), "1");
                assertTrue(rejected.body().contains("OVERLOADED"), rejected.body());
            }
            handler.releaseAll();
            assertEquals(held.get(30, TimeUnit.SECONDS).body(), "\"released\"");
            server.assertIdle();
        }
    }

    @Test(dataProvider = "fastDoors")
    public void passedDeadline(Door door) throws Exception {
        try (Running server =
                door.start(WorkerThreadStrategy.ofThreads(1), options -> options.processor(processor()))) {
            String key = door + " deadline";
            CompletableFuture<HttpResponse<String>> held =
                    server.begin(server.call("/call/Everything/hold", "{\"key\": \"" + key + "\"}"));
            handler.held(key).entered.get(30, TimeUnit.SECONDS);
            CompletableFuture<HttpResponse<String>> late =
                    server.begin(server.call(ECHO, "{\"value\": \"x\"}", "Client-Timeout", "1"));
            Await.that("the call does not arrive", () -> server.counters().get().inFlight() == 2);
            Await.pass(Duration.ofMillis(5)); // the deadline passes; nothing depends on more
            handler.releaseAll();
            HttpResponse<String> rejected = late.get(30, TimeUnit.SECONDS);
            assertEquals(rejected.statusCode(), 503);
            assertEquals(rejected.headers().firstValue("Retry-After").orElseThrow(), "1");
            assertTrue(rejected.body().contains("DEADLINE_EXCEEDED"), rejected.body());
            held.get(30, TimeUnit.SECONDS);
            server.assertIdle();
        }
    }

    @Test(dataProvider = "fastDoors")
    public void repliesAreLimited(Door door) throws Exception {
        int max = 64 * 1024;
        try (Running server = door.start(WorkerThreadStrategy.ofThreads(1), options -> {
            options.processor(processor());
            options.limits(PatientLimits.builder().maxReplyBytes(max).build());
        })) {
            // A control character takes one byte in the reply, and six in its JSON.
            String json = "{\"value\": \"" + "\\u0001".repeat(max / 4) + "\"}";
            assertFails(server, ECHO, json, 500, "maxReplyBytes");
            assertEquals(server.counters().get().reached(LimitType.MAX_REPLY_BYTES), 1);
            server.assertIdle();
        }
    }
}
