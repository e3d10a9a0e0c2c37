package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.github.luben.zstd.Zstd;
import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocolFactory;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a call runs on the threads of its method however it is sent: otherwise a peer could bypass them. */
@Test(timeOut = 60_000)
public final class CallRoutesTest {
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

    private void start(TProtocolFactory protocol, String method) {
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

    /** Bytes before the message that decompress to nothing, more than anybody would decompress to find a name. */
    @DataProvider(name = "padded")
    static Object[][] padded() throws Exception {
        byte[] message = HeldProcessor.call(ThriftProtocol.BINARY, "fast", ID);
        byte[] zlib = HeaderFrame.of(ThriftProtocol.BINARY, ID, message)
                .compress(HeaderFrame.ZLIB)
                .payload();
        byte[] zstd = Zstd.compress(message);
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        blocks.write(zlib, 0, 2);
        for (int i = 0; i < 60_000; i++) {
            blocks.writeBytes(new byte[] {0, 0, 0, -1, -1}); // a stored block of 0 bytes
        }
        blocks.write(zlib, 2, zlib.length - 2);
        byte[] skippable = ByteBuffer.allocate(8 + 300_000 + zstd.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0x184D2A50)
                .putInt(300_000)
                .position(8 + 300_000)
                .put(zstd)
                .array();
        return new Object[][] {{HeaderFrame.ZLIB, blocks.toByteArray()}, {HeaderFrame.ZSTD, skippable}};
    }

    @Test(dataProvider = "padded")
    void behindMuchThatIsEmpty(int transform, byte[] compressed) throws Exception {
        start(ThriftProtocol.BINARY, "fast");
        byte[] frame = HeaderFrame.of(ThriftProtocol.BINARY, ID, compressed)
                .transform(transform)
                .bytes();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(frame).readFrame();
        }
        assertRunsOnThreadsOf("fast");
    }

    /** JSON has many spellings of one message. */
    @Test
    void escapedJson() throws Exception {
        for (String begin : List.of("[1,\"f\\u0061st\"", "[01,\"fast\"")) {
            start(ThriftProtocol.JSON, "fast");
            String call = new String(HeldProcessor.call(ThriftProtocol.JSON, "fast", ID), StandardCharsets.UTF_8);
            assertTrue(call.startsWith("[1,\"fast\""), call);
            try (RawClient client = new RawClient(server)) {
                client.sendFrames((begin + call.substring("[1,\"fast\"".length())).getBytes(StandardCharsets.UTF_8))
                        .readFrame();
            }
            assertRunsOnThreadsOf("fast");
            server.close();
        }
    }

    /** A user's protocol, whose format the server does not know: here, binary behind an additional byte. */
    @Test
    void ownProtocol() throws Exception {
        TProtocolFactory own = transport -> new TBinaryProtocol(transport) {
            @Override
            public TMessage readMessageBegin() throws TException {
                readByte();
                return super.readMessageBegin();
            }
        };
        start(own, "fast");
        byte[] call = HeldProcessor.call(ThriftProtocol.BINARY, "fast", ID);
        byte[] frame =
                ByteBuffer.allocate(1 + call.length).put((byte) 9).put(call).array();
        try (RawClient client = new RawClient(server)) {
            assertEquals(
                    client.sendFrames(frame).readReply(ThriftProtocol.BINARY).sequenceId(), ID);
        }
        assertRunsOnThreadsOf("fast");
    }

    /** A user's protocol whose bytes look like a call of another method. */
    @Test
    void ownProtocolWithOtherNames() throws Exception {
        TProtocolFactory own = transport -> new TBinaryProtocol(transport) {
            @Override
            public TMessage readMessageBegin() throws TException {
                TMessage read = super.readMessageBegin();
                return new TMessage("fast", read.type, read.seqid);
            }
        };
        start(own, "fast");
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "alias", ID))
                    .readFrame();
        }
        assertRunsOnThreadsOf("fast");
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
