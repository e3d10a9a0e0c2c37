package io.grizzlythrift.internal.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.transport.THttpClient;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests HTTP on the port of a server, with all strategies, plain and over TLS. */
@Test(timeOut = 120_000, dataProvider = "ports")
public final class HttpPortTest {
    private static final String TOO_MANY_SCRAPES = "an earlier request for metrics of this connection runs or waits\n";
    private static final char[] PASSWORD = "for the tests".toCharArray();
    private static final Requests BINARY = new Requests(ThriftProtocol.BINARY);
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private Path directory;
    private Path store;
    private SSLContext clientContext;

    @BeforeClass
    void makeCertificates() throws Exception {
        directory = Files.createTempDirectory("tls");
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        store = own.writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(store.toFile(), PASSWORD));
        clientContext = SSLContext.getInstance("TLS");
        clientContext.init(null, trust.getTrustManagers(), null);
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        Files.delete(store);
        Files.delete(directory);
    }

    @DataProvider
    static Object[][] ports() {
        return Arrays.stream(Strategies.values())
                .flatMap(strategy -> List.of(new Object[] {strategy, false}, new Object[] {strategy, true}).stream())
                .toArray(Object[][]::new);
    }

    /** Ports for slow tests: with TLS, and in the profile full also without. */
    @DataProvider
    static Object[][] somePorts() {
        Object[] tls = {Strategies.WORKER_THREAD, true};
        return TestSize.isFull() ? new Object[][] {tls, {Strategies.SAME_THREAD, false}} : new Object[][] {tls};
    }

    private ThriftServerBuilder builder(Strategies strategy, boolean tls) {
        return builder(strategy, tls, new EverythingHandler());
    }

    private ThriftServerBuilder builder(Strategies strategy, boolean tls, EverythingHandler handler) {
        ThriftServerBuilder builder = strategy.builder(new Everything.Processor<>(handler))
                .http(true)
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build());
        return tls ? builder.tls(TlsConfig.builder().keyStore(store, PASSWORD).build()) : builder;
    }

    private HttpSocket connect(ThriftServer server, boolean tls) throws IOException {
        return new HttpSocket(server, tls ? clientContext.getSocketFactory() : SocketFactory.getDefault());
    }

    private HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(clientContext)
                .connectTimeout(Await.LONG)
                .build();
    }

    private static HttpRequest.Builder request(ThriftServer server, boolean tls, String path) {
        return HttpRequest.newBuilder(URI.create(url(server, tls) + path)).timeout(Await.LONG);
    }

    private static String url(ThriftServer server, boolean tls) {
        return (tls ? "https" : "http") + "://localhost:" + server.port();
    }

    private static HttpResponse<byte[]> send(HttpClient client, HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), ISO_8859_1);
    }

    /** Without TLS, because THttpClient has no option for trusted certificates. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void libthriftsClient(Strategies strategy) throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            libthriftsClient(strategy, protocol);
        }
    }

    private void libthriftsClient(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server =
                builder(strategy, false, handler).protocol(protocol).build().start()) {
            THttpClient transport = new THttpClient(ClientKind.configuration(), url(server, false) + "/any/path");
            Everything.Client client = new Everything.Client(protocol.getProtocol(transport));
            for (int i = 0; i < 20; i++) {
                assertEquals(client.echoString("call " + i), "call " + i);
            }
            client.note("heard");
            assertEquals(handler.noted("heard").get(30, TimeUnit.SECONDS), "heard");
            assertEquals(client.echoMixed(TestValues.fullMixed()), TestValues.fullMixed());
            expectThrows(Refused.class, () -> client.judge(1));
            TApplicationException failed = expectThrows(TApplicationException.class, () -> client.judge(3));
            assertEquals(failed.getType(), TApplicationException.INTERNAL_ERROR);
            String large = "x".repeat(500_000);
            assertEquals(client.echoString(large), large);
            assertEquals(server.counters().protocolErrors(), 0);
            assertEquals(server.rejectedFrames(), 0);
        }
    }

    public void theClientOfTheJdk(Strategies strategy, boolean tls) throws Exception {
        HttpClient client = client();
        try (ThriftServer server = builder(strategy, tls).build().start()) {
            for (int call = 1; call < 5; call++) {
                String text = "x".repeat(call * 100_000);
                byte[] message = BINARY.echoString(call, text);
                for (boolean chunked : new boolean[] {false, true}) {
                    HttpResponse<byte[]> response = send(
                            client,
                            request(server, tls, "/")
                                    .header("Content-Type", "application/vnd.apache.thrift.binary; v=1")
                                    .expectContinue(call % 2 == 0)
                                    .POST(
                                            chunked
                                                    ? BodyPublishers.ofInputStream(
                                                            () -> new ByteArrayInputStream(message))
                                                    : BodyPublishers.ofByteArray(message)));
                    assertEquals(response.statusCode(), 200);
                    assertEquals(response.headers().firstValue("Content-Type").orElseThrow(), "application/x-thrift");
                    new Reply(ThriftProtocol.BINARY, response.body()).assertEchoString(call, text);
                }
            }
            Await.that("memory is not released", () -> server.counters().bufferedBytes() == 0);
            assertEquals(server.counters().protocolErrors(), 0);
        }
    }

    public void pages(Strategies strategy, boolean tls) throws Exception {
        HttpClient client = client();
        try (ThriftServer server = builder(strategy, tls).build().start()) {
            HttpResponse<byte[]> live = send(client, request(server, tls, "/health/live?verbose"));
            assertEquals(live.statusCode() + " " + text(live), "200 live\n");
            assertEquals(live.headers().firstValue("Content-Type").orElseThrow(), "text/plain; charset=utf-8");
            HttpResponse<byte[]> ready = send(client, request(server, tls, "/health/ready"));
            assertEquals(ready.statusCode() + " " + text(ready), "200 ready\n");
            assertEquals(send(client, request(server, tls, "/metrics")).statusCode(), 404);
            Runnable withdraw = server.publishMetrics(() -> "calls 1\n");
            HttpResponse<byte[]> metrics = send(client, request(server, tls, "/metrics"));
            assertEquals(metrics.statusCode() + " " + text(metrics), "200 calls 1\n");
            assertEquals(
                    metrics.headers().firstValue("Content-Type").orElseThrow(),
                    "text/plain; version=0.0.4; charset=utf-8");
            withdraw.run();
            assertEquals(send(client, request(server, tls, "/metrics")).statusCode(), 404);
            for (String path : List.of("/", "/health", "/health/live/", "/Metrics")) {
                assertEquals(send(client, request(server, tls, path)).statusCode(), 404, path);
                HttpResponse<byte[]> put =
                        send(client, request(server, tls, path).PUT(BodyPublishers.ofString("text")));
                assertEquals(put.statusCode(), 405);
                assertEquals(put.headers().firstValue("Allow").orElseThrow(), "POST");
            }
            for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
                HttpResponse<byte[]> post =
                        send(client, request(server, tls, path).POST(BodyPublishers.ofString("text")));
                assertEquals(post.statusCode(), 405);
                assertEquals(post.headers().firstValue("Allow").orElseThrow(), "GET, HEAD");
            }
            HttpResponse<byte[]> head =
                    send(client, request(server, tls, "/health/ready").method("HEAD", BodyPublishers.noBody()));
            assertEquals(head.statusCode(), 200);
            assertEquals(head.headers().firstValue("Content-Length").orElseThrow(), "6");
            assertEquals(head.body().length, 0);
            assertEquals(server.counters().calls(), 0);
        }
    }

    public void metricsThatFail(Strategies strategy, boolean tls) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = builder(strategy, tls).build().start();
                HttpSocket socket = connect(server, tls)) {
            server.publishMetrics(() -> {
                throw new IllegalStateException("as requested");
            });
            assertEquals(socket.send(HttpSocket.get("/metrics")).read().status(), 500);
            assertEquals(socket.send(HttpSocket.get("/health/live")).read().status(), 200);
            assertEquals(log.count("the metrics cannot be read"), 1);
        }
    }

    /** Other connections are read meanwhile. */
    public void slowMetrics(Strategies strategy, boolean tls) throws Exception {
        CompletableFuture<String> text = new CompletableFuture<>();
        try (ThriftServer server = builder(strategy, tls).build().start();
                HttpSocket scrape = connect(server, tls);
                HttpSocket probe = connect(server, tls)) {
            server.publishMetrics(text::join);
            scrape.send(HttpSocket.get("/metrics")).send(HttpSocket.get("/health/live"));
            assertEquals(probe.send(HttpSocket.get("/health/ready")).read().text(), "ready\n");
            text.complete("late");
            assertEquals(scrape.read().text(), "late");
            assertEquals(scrape.read().text(), "live\n");
        } finally {
            text.complete("");
        }
    }

    /** Not with SameThread, where calls occupy the threads that read. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void whileCallsOccupyAllThreads(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server =
                        strategy.builder(processor).http(true).build().start();
                RawClient greedy = new RawClient(server);
                RawClient other = new RawClient(server);
                HttpSocket probe = connect(server, false)) {
            server.publishMetrics(() -> "calls 1\n");
            for (int id = 0; id < 100; id++) {
                (id % 2 == 0 ? greedy : other).sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "hold", id));
            }
            processor.awaitStart(0);
            processor.awaitStart(1);
            Await.that("calls do not arrive", () -> server.counters().calls() == 100);
            assertEquals(probe.send(HttpSocket.get("/metrics")).read().text(), "calls 1\n");
            assertEquals(probe.send(HttpSocket.get("/health/ready")).read().text(), "ready\n");
            for (int id = 0; id < 100; id++) {
                processor.release(id);
            }
        }
    }

    public void postsThatAreNoCalls(Strategies strategy, boolean tls) throws Exception {
        HttpClient client = client();
        try (ThriftServer server = builder(strategy, tls).build().start()) {
            HttpRequest.Builder html = request(server, tls, "/").header("Content-Type", "text/html");
            assertEquals(
                    send(client, html.POST(BodyPublishers.ofString("text"))).statusCode(), 415);
            HttpRequest.Builder foreign = request(server, tls, "/").header("Origin", "https://a.page.of.another.site");
            assertEquals(
                    send(client, foreign.POST(BodyPublishers.ofString("text"))).statusCode(), 415);
            HttpRequest.Builder thrift = request(server, tls, "/").header("Content-Type", "application/x-thrift");
            HttpResponse<byte[]> empty = send(client, thrift.POST(BodyPublishers.noBody()));
            assertEquals(empty.statusCode() + " " + text(empty), "400 the message is empty\n");
            HttpResponse<byte[]> noise = send(client, thrift.POST(BodyPublishers.ofString("no message")));
            assertEquals(noise.statusCode(), 400);
            assertTrue(text(noise).contains("not a message of this server's protocol, BINARY"), text(noise));
            byte[] json = new Requests(ThriftProtocol.JSON).echoString(1, "text");
            HttpResponse<byte[]> other = send(client, thrift.POST(BodyPublishers.ofByteArray(json)));
            new Reply(ThriftProtocol.JSON, other.body())
                    .assertFailure("echoString", 1, TApplicationException.INVALID_PROTOCOL);
            byte[] compact = new Requests(ThriftProtocol.COMPACT).echoString(1, "text");
            HttpResponse<byte[]> detected = send(client, thrift.POST(BodyPublishers.ofByteArray(compact)));
            new Reply(ThriftProtocol.COMPACT, detected.body()).assertEchoString(1, "text");
            assertEquals(server.counters().protocolErrors(), 3);
        }
    }

    /** Some clients send another content type than libthrift's, or none. */
    public void contentTypesOfCalls(Strategies strategy, boolean tls) throws Exception {
        try (ThriftServer server = builder(strategy, tls).build().start();
                HttpSocket socket = connect(server, tls)) {
            int call = 0;
            for (String header : List.of(
                    "X-None: x",
                    "Content-Type:",
                    "Content-Type: application/thrift",
                    "Content-Type: Application/X-Thrift; charset=utf-8",
                    "Origin: https://localhost\r\nContent-Type: application/thrift",
                    "Content-Type: application/vnd.apache.thrift.binary")) {
                byte[] message = BINARY.echoString(++call, header);
                socket.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + message.length + "\r\n" + header
                                + "\r\n\r\n")
                        .send(message);
                new Reply(ThriftProtocol.BINARY, socket.read().body()).assertEchoString(call, header);
            }
        }
    }

    /** Tokens of Kerberos may have 48 KB. */
    public void largeHeads(Strategies strategy, boolean tls) throws Exception {
        String token = "Authorization: Negotiate " + "x".repeat(40_000);
        byte[] call = HttpSocket.post(BINARY.echoString(1, "text"), token);
        try (ThriftServer server = builder(strategy, tls).build().start();
                ThriftServer patient = builder(strategy, tls)
                        .limits(Strategies.patient().maxHttpHeadBytes(50_000).build())
                        .build()
                        .start();
                HttpSocket refused = connect(server, tls);
                HttpSocket accepted = connect(patient, tls)) {
            HttpSocket.Response response = refused.send(call).read();
            assertEquals(
                    response.status() + " " + response.text(),
                    "431 the head has more than 16384 bytes, which is maxHttpHeadBytes\n");
            assertEquals(server.counters().reached(LimitType.MAX_HTTP_HEAD_BYTES), 1);
            assertEquals(server.counters().protocolErrors(), 0);
            new Reply(
                            ThriftProtocol.BINARY,
                            accepted.send(call).send(call).read().body())
                    .assertEchoString(1, "text");
            assertEquals(accepted.read().status(), 200);
        }
    }

    /** Responses are in the order of requests, whatever the order of replies to frames is. */
    public void pipelinedRequestsAreAnsweredInOrder(Strategies strategy, boolean tls) throws Exception {
        for (ReplyOrder order : ReplyOrder.values()) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int call = 0; call < 300; call++) {
                all.writeBytes(HttpSocket.post(BINARY.echoString(call, "call " + call)));
                all.writeBytes(HttpSocket.get("/health/live"));
                all.writeBytes(HttpSocket.post(BINARY.oneway("note", call, new Everything.note_args("note " + call))));
                all.writeBytes(HttpSocket.get("/metrics"));
            }
            EverythingHandler handler = new EverythingHandler();
            try (ThriftServer server = builder(strategy, tls, handler)
                            .replyOrder(order)
                            .build()
                            .start();
                    HttpSocket socket = connect(server, tls)) {
                server.publishMetrics(() -> "text");
                socket.send(all.toByteArray());
                for (int call = 0; call < 300; call++) {
                    new Reply(ThriftProtocol.BINARY, socket.read().body()).assertEchoString(call, "call " + call);
                    assertEquals(socket.read().text(), "live\n");
                    HttpSocket.Response oneway = socket.read();
                    assertEquals(oneway.status() + " " + oneway.text(), "200 ");
                    HttpSocket.Response metrics = socket.read(); // one scrape of a connection runs or waits at a time
                    assertEquals(metrics.text(), metrics.status() == 503 ? TOO_MANY_SCRAPES : "text");
                }
                assertEquals(socket.send(HttpSocket.get("/metrics")).read().text(), "text", "once others are over");
                assertEquals(handler.noted("note 299").get(30, TimeUnit.SECONDS), "note 299");
                assertEquals(server.counters().calls(), 600);
            }
        }
    }

    /** One connection that asks again and again leaves the metrics to others. */
    public void scrapesAreSharedByConnections(Strategies strategy, boolean tls) throws Exception {
        CompletableFuture<String> text = new CompletableFuture<>();
        try (ThriftServer server = builder(strategy, tls).build().start();
                HttpSocket greedy = connect(server, tls);
                HttpSocket other = connect(server, tls)) {
            server.publishMetrics(text::join);
            for (int scrape = 0; scrape < 20; scrape++) {
                greedy.send(HttpSocket.get("/metrics"));
            }
            greedy.send(HttpSocket.post(BINARY.echoString(1, "last")));
            Await.that("requests are not read", () -> server.counters().calls() == 1);
            other.send(HttpSocket.get("/metrics"));
            other.send(HttpSocket.post(BINARY.echoString(2, "last")));
            Await.that("requests are not read", () -> server.counters().calls() == 2);
            text.complete("text");
            assertEquals(other.read().text(), "text");
            assertEquals(greedy.read().text(), "text");
        }
    }

    public void bytesOneAtATime(Strategies strategy, boolean tls) throws Exception {
        try (ThriftServer server = builder(strategy, tls).build().start();
                HttpSocket socket = connect(server, tls)) {
            for (int call = 1; call <= 2; call++) {
                for (byte piece : HttpSocket.post(BINARY.echoString(call, "slow " + call))) {
                    socket.send(new byte[] {piece});
                }
                new Reply(ThriftProtocol.BINARY, socket.read().body()).assertEchoString(call, "slow " + call);
            }
            Await.that("memory is not released", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
        }
    }

    public void besideThriftClients(Strategies strategy, boolean tls) throws Exception {
        try (ThriftServer server = builder(strategy, tls).build().start();
                HttpSocket http = connect(server, tls);
                HttpSocket framed = connect(server, tls);
                HttpSocket unframed = connect(server, tls)) {
            for (int call = 1; call < 20; call++) {
                byte[] message = BINARY.echoString(call, "text");
                framed.send(RawClient.framed(message));
                unframed.send(message);
                http.send(HttpSocket.post(message));
                byte[] reply = http.read().body();
                new Reply(ThriftProtocol.BINARY, reply).assertEchoString(call, "text");
                assertEquals(framed.readBytes(4 + reply.length), RawClient.framed(reply));
                assertEquals(unframed.readBytes(reply.length), reply);
            }
            assertEquals(server.rejectedFrames(), 0);
        }
    }

    public void offByDefault(Strategies strategy, boolean tls) throws Exception {
        for (byte[] request : List.of(HttpSocket.get("/health/live"), HttpSocket.post(BINARY.echoString(1, "text")))) {
            try (LogCapture log = LogCapture.ofWarnings();
                    ThriftServer server =
                            builder(strategy, tls).http(false).build().start();
                    HttpSocket socket = connect(server, tls)) {
                socket.send(request).assertClosedByServer();
                assertEquals(log.awaitCount("look like HTTP, "), 1);
                assertEquals(log.awaitCount("the option http of the server turns it on"), 1);
                assertEquals(server.rejectedFrames(), 1);
                log.assertShortLines(1);
            }
        }
    }

    public void handlersReadTheHeaders(Strategies strategy, boolean tls) throws Exception {
        AtomicReference<List<String>> trace = new AtomicReference<>();
        try (ThriftServer server = builder(strategy, tls)
                        .interceptor(call -> {
                            trace.set(call.headers().get("X-TRACE"));
                            return outcome -> {};
                        })
                        .build()
                        .start();
                HttpSocket socket = connect(server, tls)) {
            socket.send(HttpSocket.post(BINARY.echoString(1, "text"), "x-trace: one", "X-Trace: two"));
            assertEquals(socket.read().status(), 200);
            assertEquals(trace.get(), List.of("one", "two"));
        }
    }

    public void invalidRequests(Strategies strategy, boolean tls) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = builder(strategy, tls).build().start()) {
            try (HttpSocket socket = connect(server, tls)) {
                socket.send(HttpSocket.get("/health/live")).send("GET / HTTP/1.1\r\nHost : h\r\n\r\n");
                assertEquals(socket.read().status(), 200);
                HttpSocket.Response rejected = socket.read();
                assertEquals(rejected.status() + " " + rejected.text(), "400 a header is invalid\n");
                assertTrue(rejected.closes(), rejected.head());
                assertEquals(log.awaitCount(": a header is invalid"), 1);
            }
            assertEquals(server.counters().protocolErrors(), 1);
            try (HttpSocket socket = connect(server, tls)) {
                HttpSocket.Response rejected = socket.send(
                                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1048577\r\nExpect: 100-continue\r\n\r\n")
                        .read();
                assertEquals(rejected.status(), 413);
                assertTrue(rejected.closes(), rejected.head());
                assertEquals(server.counters().reached(LimitType.MAX_FRAME_BYTES), 1);
            }
            log.assertShortLines(2);
        }
    }

    /**
     * Tests peers that send half a request, keep their connection open after an invalid one, or stop sending. They wait
     * at the same time, each for a timeout that is longer than any handshake or reply takes.
     */
    @Test(dataProvider = "somePorts")
    public void timeouts(Strategies strategy, boolean tls) throws Exception {
        Duration timeout = Duration.ofSeconds(2);
        try (ThriftServer ofFrames = builder(strategy, tls)
                        .limits(Strategies.patient().frameTimeout(timeout).build())
                        .build()
                        .start();
                ThriftServer ofInvalid = builder(strategy, tls)
                        .limits(Strategies.patient().frameTimeout(timeout).build())
                        .build()
                        .start();
                ThriftServer ofIdle = builder(strategy, tls)
                        .limits(Strategies.patient().idleTimeout(timeout).build())
                        .build()
                        .start();
                HttpSocket halfHead = connect(ofFrames, tls).send("GET / HT");
                HttpSocket halfBody =
                        connect(ofFrames, tls).send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf");
                HttpSocket invalid = connect(ofInvalid, tls).send("GET / HTTP/9\r\n\r\n");
                HttpSocket idle = connect(ofIdle, tls).send(HttpSocket.get("/health/live"))) {
            assertEquals(invalid.read().status(), 505);
            assertEquals(idle.read().status(), 200);
            halfHead.assertClosedByServer();
            halfBody.assertClosedByServer();
            assertEquals(ofFrames.counters().reached(LimitType.FRAME_TIMEOUT), 2);
            invalid.assertClosedByServer();
            idle.assertClosedByServer();
            assertEquals(ofIdle.counters().reached(LimitType.IDLE_TIMEOUT), 1);
        }
    }

    public void theLastRequest(Strategies strategy, boolean tls) throws Exception {
        try (ThriftServer server = builder(strategy, tls).build().start()) {
            try (HttpSocket socket = connect(server, tls)) {
                socket.send(HttpSocket.post(BINARY.echoString(1, "text"), "Connection: close"));
                HttpSocket.Response response = socket.read();
                new Reply(ThriftProtocol.BINARY, response.body()).assertEchoString(1, "text");
                assertTrue(response.closes(), response.head());
                socket.assertClosedByServer();
            }
            try (HttpSocket socket = connect(server, tls)) {
                HttpSocket.Response response =
                        socket.send("GET /health/live HTTP/1.0\r\n\r\n").read();
                assertEquals(response.text(), "live\n");
                assertFalse(response.head().contains("keep-alive"));
                socket.assertClosedByServer();
            }
        }
    }
}
