package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.fuzz.BinaryMessageFuzz;
import io.grizzlythrift.fuzz.CompactMessageFuzz;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Overdrawn;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.PipelineReceiver;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Tests clients that send messages without a length prefix, in the binary and the compact protocol. The servers use the
 * binary protocol for framed messages.
 */
@Test(timeOut = 60_000, dataProvider = "strategiesAndBinaryProtocols", dataProviderClass = Strategies.class)
public final class UnframedClientTest {
    private static final String PASSWORD = "for the tests";
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private Path directory;
    private Path store;

    @BeforeClass
    void makeCertificates() throws Exception {
        directory = Files.createTempDirectory("tls");
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        store = own.writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD.toCharArray());
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        Files.delete(store);
        Files.delete(directory);
    }

    private static ThriftServerBuilder serve(Strategies strategy) {
        return serve(strategy, new EverythingHandler());
    }

    private static ThriftServerBuilder serve(Strategies strategy, EverythingHandler handler) {
        return strategy.builder(new Everything.Processor<>(handler))
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build());
    }

    private static List<byte[]> messages(ThriftProtocol protocol) {
        return protocol == ThriftProtocol.BINARY ? BinaryMessageFuzz.seeds() : CompactMessageFuzz.seeds();
    }

    /** Reads the reply to a call of echoString, which has the same number of bytes in any dialect. */
    private static void assertEcho(RawClient client, Requests requests, int sequenceId, String text) throws Exception {
        readLike(client, requests, sequenceId, text).assertEchoString(sequenceId, text);
    }

    private static Reply readLike(RawClient client, Requests requests, int sequenceId, String text) throws Exception {
        // Field 0 of the result in place of field 1 of the arguments: with the same bytes, except in compact.
        int more = requests.protocol() == ThriftProtocol.COMPACT ? 1 : 0;
        return new Reply(requests.protocol(), client.readBytes(requests.echoString(sequenceId, text).length + more));
    }

    private static void callAll(TTransport socket, ThriftProtocol protocol, EverythingHandler handler)
            throws Exception {
        Everything.Client client = new Everything.Client(protocol.getProtocol(socket));
        for (int i = 0; i < 20; i++) {
            assertEquals(client.echoString("call " + i), "call " + i);
        }
        client.ping();
        client.note("heard");
        assertEquals(handler.noted("heard").get(30, TimeUnit.SECONDS), "heard");
        assertEquals(client.echoMixed(TestValues.fullMixed()), TestValues.fullMixed());
        assertEquals(client.echoContainers(TestValues.fullContainers()), TestValues.fullContainers());
        assertEquals(client.echoDeep(TestValues.deep()), TestValues.deep());
        expectThrows(Refused.class, () -> client.judge(1));
        expectThrows(Overdrawn.class, () -> client.judge(2));
        TApplicationException failed = expectThrows(TApplicationException.class, () -> client.judge(3));
        assertEquals(failed.getType(), TApplicationException.INTERNAL_ERROR);
        String large = "x".repeat(500_000);
        assertEquals(client.echoString(large), large);
        assertEquals(client.echoString("next"), "next");
    }

    public void libthriftsClient(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server = serve(strategy, handler).build().start();
                TSocket socket = ClientKind.socket(server.port())) {
            socket.open();
            callAll(socket, protocol, handler);
            assertEquals(server.counters().protocolErrors(), 0);
            assertEquals(server.rejectedFrames(), 0);
        }
    }

    public void libthriftsClientOverTls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        TlsConfig tls =
                TlsConfig.builder().keyStore(store, PASSWORD.toCharArray()).build();
        TSSLTransportFactory.TSSLTransportParameters parameters =
                new TSSLTransportFactory.TSSLTransportParameters("TLS", null);
        parameters.setTrustStore(store.toString(), PASSWORD, null, "PKCS12");
        try (ThriftServer server = serve(strategy, handler).tls(tls).build().start();
                TSocket socket = TSSLTransportFactory.getClientSocket(
                        "localhost", server.port(), ClientKind.TIMEOUT_MILLIS, parameters)) {
            callAll(socket, protocol, handler);
            assertEquals(server.rejectedFrames(), 0);
        }
    }

    /**
     * Apart from the length prefix, the reply of each method is the same as that of a framed server with that protocol.
     */
    public void repliesAreTheSameAsFramedOnes(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = serve(strategy).build().start();
                ThriftServer other = serve(strategy).protocol(protocol).build().start();
                RawClient unframed = new RawClient(server);
                RawClient framed = new RawClient(other)) {
            byte[] mark = requests.echoString(77, "the end of the reply");
            for (byte[] message : messages(protocol)) {
                framed.sendFrames(message, mark);
                unframed.send(message).send(mark);
                byte[] reply = framed.readFrame();
                while (new Reply(protocol, reply).sequenceId() != 77) {
                    assertEquals(unframed.readBytes(reply.length), reply);
                    reply = framed.readFrame();
                }
                assertEquals(unframed.readBytes(reply.length), reply);
            }
            assertEquals(server.counters().calls(), other.counters().calls());
            assertEquals(server.counters().protocolErrors(), other.counters().protocolErrors());
        }
    }

    /** A server with any protocol accepts them, because their bytes tell their protocol. */
    public void besideFramedClientsOfAnyProtocol(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        for (ThriftProtocol ofServer : ThriftProtocol.values()) {
            Requests framedRequests = new Requests(ofServer);
            try (ThriftServer server =
                            serve(strategy).protocol(ofServer).build().start();
                    RawClient unframed = new RawClient(server);
                    RawClient framed = new RawClient(server)) {
                for (int call = 1; call < 20; call++) {
                    unframed.send(requests.echoString(call, "unframed"));
                    framed.sendFrames(framedRequests.echoString(call, "framed"));
                    assertEcho(unframed, requests, call, "unframed");
                    framed.readReply(ofServer).assertEchoString(call, "framed");
                }
            }
        }
    }

    public void pipelinedInOneWrite(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        ByteBuffer calls = ByteBuffer.allocate(MAX_FRAME_BYTES);
        for (int call = 1; call <= 2000; call++) {
            calls.put(requests.echoString(call, "call " + call));
            calls.put(requests.oneway("note", call, new Everything.note_args("note " + call)));
        }
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.send(Arrays.copyOf(calls.array(), calls.position()));
            for (int call = 1; call <= 2000; call++) {
                assertEcho(client, requests, call, "call " + call);
            }
        }
    }

    /** One thread of libthrift sends all and then receives all. */
    public void sendSendReceiveReceive(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = serve(strategy).build().start();
                TSocket socket = ClientKind.socket(server.port())) {
            socket.open();
            Everything.Client client = new Everything.Client(protocol.getProtocol(socket));
            for (int call = 0; call < 200; call++) {
                client.send_echoString("call " + call);
                client.send_echoI32(call);
            }
            PipelineReceiver receiver = new PipelineReceiver(client.getInputProtocol());
            for (int call = 0; call < 200; call++) {
                assertEquals(receiver.receiveString(), "call " + call);
                assertEquals(receiver.receiveI32(), call);
            }
        }
    }

    public void bytesOneAtATime(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                for (byte piece : requests.echoString(call, "slow " + call)) {
                    client.send(new byte[] {piece});
                }
                assertEcho(client, requests, call, "slow " + call);
            }
            Await.that("memory is not released", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
        }
    }

    public void asynchronousHandlers(Strategies strategy, ThriftProtocol protocol) throws Exception {
        AsyncEverything handler = new AsyncEverything(ForkJoinPool.commonPool());
        Requests requests = new Requests(protocol);
        Requests framedRequests = new Requests(ThriftProtocol.BINARY);
        try (ThriftServer server = strategy.builder(handler.processor()).build().start();
                RawClient unframed = new RawClient(server);
                RawClient framed = new RawClient(server)) {
            for (int call = 1; call < 50; call++) {
                unframed.send(requests.echoString(call, "unframed"));
                framed.sendFrames(framedRequests.echoString(call, "framed"));
                assertEcho(unframed, requests, call, "unframed");
                framed.readReply(ThriftProtocol.BINARY).assertEchoString(call, "framed");
            }
        }
    }

    /** The server replies in place of an asynchronous handler. */
    public void overdueHandlers(Strategies strategy, ThriftProtocol protocol) throws Exception {
        ServerLimits limits =
                Strategies.patient().callTimeout(Duration.ofMillis(20)).build();
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = strategy.builder(handler.processor())
                        .limits(limits)
                        .build()
                        .start();
                TSocket socket = ClientKind.socket(server.port())) {
            socket.open();
            Everything.Client client = new Everything.Client(protocol.getProtocol(socket));
            for (int call = 0; call < 3; call++) {
                TApplicationException late =
                        expectThrows(TApplicationException.class, () -> client.hold("for longer than that"));
                assertEquals(late.getMessage(), "the handler has not replied within 20 ms, which is callTimeout");
            }
        }
    }

    /** If the end of an unframed message cannot be found, its connection is closed, and no other. */
    public void malformedMessages(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        boolean isBinary = protocol == ThriftProtocol.BINARY;
        byte[] good = requests.echoString(1, "good");
        List<byte[]> bad = new ArrayList<>();
        bad.add(requests.callWithField("echoString", 2, (byte) 11, out -> out.writeI32(isBinary ? -1 : 1 << 30)));
        bad.add(requests.callWithField("echoString", 2, (byte) 11, out -> out.writeI32(MAX_FRAME_BYTES)));
        bad.add(requests.callWithField(
                "ping",
                2,
                (byte) 15,
                out -> out.getTransport()
                        .write(
                                isBinary
                                        ? new byte[] {12, 0x7f, -1, -1, -1}
                                        : new byte[] {(byte) 0xfc, -1, -1, -1, -1, 7})));
        bad.add(requests.callWithField(
                "ping",
                2,
                (byte) 12,
                out -> out.getTransport().write(isBinary ? new byte[] {99, 0, 1} : new byte[] {0x1f})));
        bad.add("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        try (ThriftServer server = serve(strategy).build().start();
                LogCapture log = LogCapture.ofWarnings();
                RawClient bystander = new RawClient(server)) {
            for (byte[] bytes : bad) {
                try (RawClient client = new RawClient(server)) {
                    client.send(good);
                    assertEcho(client, requests, 1, "good");
                    client.send(bytes).assertClosedByServer();
                }
                bystander.send(good);
                assertEcho(bystander, requests, 1, "good");
            }
            assertEquals(server.rejectedFrames(), bad.size());
            assertEquals(server.counters().protocolErrors(), 0);
            assertTrue(log.awaitCount("an unframed message is invalid") > 0, log.text());
            log.assertShortLines(bad.size());
        }
    }

    public void anEndlessString(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] begin = requests.callWithField(
                "echoString",
                1,
                (byte) 11,
                out -> out.writeI32(protocol == ThriftProtocol.BINARY ? 1_000_000 : 500_000));
        ServerLimits.Builder limits =
                Strategies.patient().maxBufferedBytes(100_000).frameTimeout(Duration.ofMillis(100));
        try (ThriftServer server =
                        serve(strategy).limits(limits.build()).build().start();
                RawClient other = new RawClient(server);
                RawClient client = new RawClient(server)) {
            other.send(requests.echoString(1, "before"));
            assertEcho(other, requests, 1, "before");
            client.send(Arrays.copyOf(begin, 60_000)).assertClosedByServer();
            assertTrue(Await.count(() -> server.counters().reached(LimitType.FRAME_TIMEOUT)) > 0);
            Await.that("memory is not released", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
            other.send(requests.echoString(2, "after"));
            assertEcho(other, requests, 2, "after");
        }
    }

    /** The same timeout applies to a few bytes that do not even tell the dialect. */
    public void overdueMessages(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] call = new Requests(protocol).echoString(1, "text");
        ServerLimits limits =
                Strategies.patient().frameTimeout(Duration.ofMillis(20)).build();
        try (ThriftServer server = serve(strategy).limits(limits).build().start()) {
            for (int sent : new int[] {1, 3, 4, 10, call.length - 1}) {
                try (RawClient client = new RawClient(server)) {
                    client.send(Arrays.copyOf(call, sent)).assertClosedByServer();
                }
            }
            assertEquals(server.counters().reached(LimitType.FRAME_TIMEOUT), 5);
        }
    }

    public void closeNoticesAreUnframedToo(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        ThriftServer server = serve(strategy).build().start();
        try (RawClient client = new RawClient(server)) {
            client.send(requests.echoString(CloseNotice.CLIENT_ID, "text"));
            assertEcho(client, requests, CloseNotice.CLIENT_ID, "text");
            ForkJoinPool.commonPool().execute(server::close);
            byte[] notice = CloseNotice.encode(protocol);
            byte[] unframed = Arrays.copyOfRange(notice, Integer.BYTES, notice.length);
            assertEquals(client.readBytes(unframed.length), unframed);
        } finally {
            server.close();
        }
    }

    public void dialectsCanBeRestricted(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] call = new Requests(protocol).echoString(1, "text");
        try (ThriftServer server =
                        serve(strategy).dialects(Dialect.FRAMED).build().start();
                LogCapture log = LogCapture.ofWarnings();
                RawClient client = new RawClient(server)) {
            client.send(call).assertClosedByServer();
            assertEquals(server.rejectedFrames(), 1);
            assertEquals(log.awaitCount("look like an unframed message of the "), 1, log.text());
        }
        try (ThriftServer server = serve(strategy)
                        .protocol(protocol)
                        .dialects(Dialect.UNFRAMED)
                        .build()
                        .start();
                LogCapture log = LogCapture.ofWarnings();
                RawClient client = new RawClient(server)) {
            client.sendFrames(call).assertClosedByServer();
            assertEquals(server.rejectedFrames(), 1);
            assertEquals(log.awaitCount("look like framed Thrift, accepted are [UNFRAMED]"), 1, log.text());
        }
    }

    /** Unframed messages would bypass the user's own protocol. */
    public void serversOfAnotherFactoryAreFramed(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] call = new Requests(protocol).echoString(1, "text");
        try (ThriftServer server = serve(strategy)
                        .protocol(new TBinaryProtocol.Factory(true, true))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            assertFalse(server.config().dialects().contains(Dialect.UNFRAMED));
            client.send(call).assertClosedByServer();
        }
    }
}
