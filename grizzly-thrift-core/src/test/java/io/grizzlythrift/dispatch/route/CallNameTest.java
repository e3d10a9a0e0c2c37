package io.grizzlythrift.dispatch.route;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a call runs on the threads of its method however it is sent: otherwise a peer could bypass them. */
@Test(timeOut = 60_000)
public final class CallNameTest {
    private static final int ID = 7;
    private static final String LONG_NAME = "m".repeat(200);
    private static final int NONE = -1;

    private HeldProcessor processor;
    private ThriftServer server;

    @AfterMethod(alwaysRun = true)
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private void start(ThriftProtocol protocol, String method) {
        processor = new HeldProcessor();
        server = Strategies.WORKER_THREAD
                .bare()
                .processor(processor)
                .service("held", processor)
                .protocol(protocol)
                .http(true)
                .method(method, MethodOptions.ofThreads(1))
                .build()
                .start();
    }

    private void assertRunsOnThreadsOf(String method) throws Exception {
        String thread = processor.awaitStart(ID).getName();
        assertTrue(thread.startsWith(server.config().name() + "-" + method + "-worker-"), thread);
    }

    @DataProvider(name = "names")
    static Object[][] names() {
        return new Object[][] {{"fast"}, {"held:fast"}, {LONG_NAME}, {"größer"}};
    }

    @Test(dataProvider = "names")
    void framed(String name) throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            start(protocol, name);
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(HeldProcessor.call(protocol, name, ID)).readFrame();
            }
            assertRunsOnThreadsOf(name);
            server.close();
        }
    }

    @Test(dataProvider = "names")
    void unframed(String name) throws Exception {
        for (ThriftProtocol protocol : new ThriftProtocol[] {ThriftProtocol.BINARY, ThriftProtocol.COMPACT}) {
            start(ThriftProtocol.BINARY, name);
            try (RawClient client = new RawClient(server)) {
                client.send(HeldProcessor.call(protocol, name, ID)).readBytes(1);
            }
            assertRunsOnThreadsOf(name);
            server.close();
        }
    }

    @DataProvider(name = "transforms")
    static Object[][] transforms() {
        return new Object[][] {{NONE}, {HeaderFrame.ZLIB}, {HeaderFrame.ZSTD}};
    }

    @Test(dataProvider = "transforms")
    void withHeader(int transform) throws Exception {
        for (ThriftProtocol protocol : new ThriftProtocol[] {ThriftProtocol.BINARY, ThriftProtocol.COMPACT}) {
            start(ThriftProtocol.JSON, "fast");
            HeaderFrame frame = HeaderFrame.of(protocol, ID, HeldProcessor.call(protocol, "fast", ID));
            if (transform != NONE) {
                frame.compress(transform);
            }
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(frame.bytes()).readFrame();
            }
            assertRunsOnThreadsOf("fast");
            server.close();
        }
    }

    public void http() throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            start(protocol, "fast");
            HttpRequest post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/"))
                    .header("Content-Type", "application/x-thrift")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(HeldProcessor.call(protocol, "fast", ID)))
                    .build();
            HttpResponse<byte[]> response = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(post, HttpResponse.BodyHandlers.ofByteArray());
            assertEquals(response.statusCode(), 200);
            assertRunsOnThreadsOf("fast");
            server.close();
        }
    }

    /** A message without a readable name gets its reply, or ends its connection, on the threads of the server. */
    public void whatHasNoName() throws Exception {
        start(ThriftProtocol.BINARY, "fast");
        byte[] compressed = HeaderFrame.of(ThriftProtocol.BINARY, ID, new byte[] {1, 2, 3})
                .transform(HeaderFrame.ZLIB)
                .bytes();
        try (RawClient client = new RawClient(server)) {
            assertTrue(HeaderFrame.read(client.sendFrames(compressed).readFrame())
                    .reply()
                    .isException());
        }
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(new byte[] {0, 0, 0, 0, 5}).assertClosedByServer();
        }
        Await.that("no call is in flight", () -> server.counters().inFlight() == 0);
    }
}
