package io.grizzlythrift.internal.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.connection.HttpSocket.Response;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.server.MovedClock;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests calls in JSON of peers that are broken, hostile or gone. Healthy calls stay healthy, and nothing is held. */
@Test(timeOut = 120_000, dataProvider = "strategies")
public final class JsonHostileTest {
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private final EverythingHandler handler = new EverythingHandler();

    @DataProvider
    static Object[][] strategies() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : Strategies.values()) {
            rows.add(new Object[] {strategy.ofThreads(2)});
        }
        rows.add(new Object[] {AdaptiveStrategy.ofThreads(2)});
        if (VirtualThreadStrategy.isSupported()) {
            rows.add(new Object[] {VirtualThreadStrategy.ofThreads(2)});
        }
        return rows.toArray(Object[][]::new);
    }

    private ThriftServerBuilder builder(ProcessingStrategy strategy) {
        return Strategies.WORKER_THREAD
                .builder(new Everything.Processor<>(handler))
                .strategy(strategy)
                .http(true)
                .jsonCalls(true)
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build());
    }

    private static byte[] post(String path, String json) {
        byte[] body = json.getBytes(UTF_8);
        return (head(path, body.length) + json).getBytes(UTF_8);
    }

    private static String head(String path, long length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + length + "\r\n\r\n";
    }

    private static byte[] echo(String value) {
        return post("/call/Everything/echoString", "{\"value\":\"" + value + "\"}");
    }

    private static void assertHealthy(ThriftServer server) throws Exception {
        try (HttpSocket socket = new HttpSocket(server)) {
            Response response = socket.send(echo("healthy")).read();
            assertEquals(response.text(), "\"healthy\"");
            assertEquals(response.status(), 200);
        }
        Await.that("a call stays in flight", () -> server.counters().inFlight() == 0);
        Await.that("memory is held", () -> server.counters().bufferedBytes() == 0);
    }

    public void deepJson(ProcessingStrategy strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            String tree = "{\"left\":".repeat(10_000) + "null" + "}".repeat(10_000);
            String arrays = "[".repeat(100_000);
            for (String value : List.of(tree, arrays, arrays + "]".repeat(100_000))) {
                String json = "{\"value\":" + value + "}";
                Response response =
                        socket.send(post("/call/Everything/echoTree", json)).read();
                assertEquals(response.status(), 400, response.text());
                assertTrue(response.body().length < 2_000, "the response has " + response.body().length + " bytes");
            }
            Response ignored = socket.send(post("/call/Everything/ping", "{\"unknown\":" + arrays + "}"))
                    .read();
            assertEquals(ignored.status(), 400);
            assertHealthy(server);
        }
    }

    /** Each empty list takes two bytes of JSON and five of the message. */
    public void argumentsThatGrow(ProcessingStrategy strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            String lists = "[],".repeat(MAX_FRAME_BYTES / 4) + "[]";
            Response response = socket.send(
                            post("/call/Everything/echoContainers", "{\"value\":{\"cube\":[[" + lists + "]]}}"))
                    .read();
            assertEquals(response.status(), 400, response.text());
            assertTrue(response.text().contains("maxFrameBytes"), response.text());
            assertHealthy(server);
        }
    }

    public void hugeBodies(ProcessingStrategy strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                HttpSocket announced = new HttpSocket(server);
                HttpSocket chunked = new HttpSocket(server)) {
            assertEquals(
                    announced
                            .send(head("/call/Everything/ping", 1L << 30))
                            .read()
                            .status(),
                    413);
            String head = String.join(
                    "\r\n",
                    "POST /call/Everything/ping HTTP/1.1",
                    "Host: localhost",
                    "Content-Type: application/json",
                    "Transfer-Encoding: chunked",
                    "",
                    "40000000",
                    "");
            assertEquals(chunked.send(head).read().status(), 413);
            assertEquals(server.counters().reached(LimitType.MAX_FRAME_BYTES), 2);
            assertHealthy(server);
        }
    }

    public void aBodyThatTrickles(ProcessingStrategy strategy) throws Exception {
        MovedClock clock = new MovedClock();
        try (ThriftServer server = clock.of(builder(strategy)).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            socket.send(head("/call/Everything/echoString", 1_000));
            for (int i = 0; i < 20; i++) {
                socket.send("{");
            }
            clock.moveUntil(
                    "the timeout does not end it", () -> server.counters().reached(LimitType.FRAME_TIMEOUT) == 1);
            socket.assertClosedByServer();
            assertHealthy(server);
        }
    }

    public void pipelinedCalls(ProcessingStrategy strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            StringBuilder all = new StringBuilder();
            for (int call = 0; call < 100; call++) {
                all.append(
                        switch (call % 4) {
                            case 0 -> new String(echo("call " + call), UTF_8);
                            case 1 -> new String(post("/call/Everything/judge", "{\"verdict\":1}"), UTF_8);
                            case 2 -> new String(post("/call/Everything/echoI32", "{\"value\":\"no\"}"), UTF_8);
                            default -> new String(post("/call/Everything/note", "{\"text\":\"t\"}"), UTF_8);
                        });
            }
            socket.send(all.toString());
            for (int call = 0; call < 100; call++) {
                Response response = socket.read();
                assertEquals(response.status(), new int[] {200, 422, 400, 202}[call % 4], "call " + call);
                if (call % 4 == 0) {
                    assertEquals(response.text(), "\"call " + call + "\"");
                }
            }
            assertHealthy(server);
        }
    }

    public void aPeerThatSendsNoMore(ProcessingStrategy strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            socket.send(echo("first")).send(echo("second")).shutdownOutput();
            assertEquals(socket.read().text(), "\"first\"");
            assertEquals(socket.read().text(), "\"second\"");
            socket.assertClosedByServer();
            assertHealthy(server);
        }
    }

    public void aPeerThatIsGone(ProcessingStrategy strategy) throws Exception {
        String key = strategy + " gone";
        try (ThriftServer server = builder(strategy).build().start()) {
            try (HttpSocket socket = new HttpSocket(server)) {
                socket.send(post("/call/Everything/hold", "{\"key\":\"" + key + "\"}"));
                handler.held(key).entered.get(30, TimeUnit.SECONDS);
                socket.send(echo("never read")).send(head("/call/Everything/echoString", 500));
            }
            handler.releaseAll();
            assertHealthy(server);
        }
    }

    /** Another site can make a browser send a form, but not one of this type. */
    public void formsOfOtherSites(ProcessingStrategy strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            for (String type : List.of(
                    "text/plain",
                    "application/x-www-form-urlencoded",
                    "multipart/form-data; boundary=x",
                    "text/plain; application/json",
                    "application/json; charset=utf-16",
                    "application/x-thrift",
                    "")) {
                String request = "POST /call/Everything/note HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil\r\n"
                        + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
                        + "Content-Length: 12\r\n\r\n{\"text\":\"x\"}";
                Response response = socket.send(request).read();
                assertEquals(response.status(), 415, type);
            }
            String options = String.join(
                    "\r\n",
                    "OPTIONS /call/Everything/note HTTP/1.1",
                    "Host: localhost",
                    "Origin: http://evil",
                    "Access-Control-Request-Method: POST",
                    "",
                    "");
            Response preflight = socket.send(options).read();
            assertEquals(preflight.status(), 405);
            assertTrue(preflight.head().contains("\r\nAllow: POST\r\n"), preflight.head());
            assertFalse(preflight.head().toLowerCase(Locale.ROOT).contains("access-control"), preflight.head());
            assertEquals(server.counters().calls(), 0);
            assertHealthy(server);
        }
    }
}
