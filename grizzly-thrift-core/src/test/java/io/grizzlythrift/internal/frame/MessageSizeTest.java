package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.PipelineReceiver;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.nio.ByteBuffer;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests messages of 0 bytes to 16 MiB, one at a time and pipelined. */
@Test(timeOut = 60_000)
public final class MessageSizeTest {
    private static final int READ_BYTES = 64 * 1024;
    private static final int PIPELINED = 200;

    /** Returns all sizes at which a buffer, a read or a variable-length number may end. */
    private static Iterable<Integer> smallSizes() {
        TreeSet<Integer> sizes = new TreeSet<>();
        for (int power = 1; power <= 1 << 20; power *= 2) {
            sizes.add(power - 1);
            sizes.add(power);
            sizes.add(power + 1);
        }
        // The frame is some 30 bytes longer than its text: this way one of the sizes fills a read exactly.
        for (int size = READ_BYTES - 64; size <= READ_BYTES + 8; size++) {
            sizes.add(size);
        }
        return sizes;
    }

    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol) {
        ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .protocol(protocol)
                .limits(Strategies.patient().maxFrameBytes(ClientKind.MAX_BYTES).build())
                .build();
        server.start();
        return server;
    }

    private static void echo(Everything.Iface calls, int size) throws Exception {
        ByteBuffer bytes = TestValues.bytes(size);
        ByteBuffer echo = calls.echoBinary(bytes.duplicate());
        // Not assertEquals: it would print megabytes.
        assertTrue(echo.equals(bytes), size + " bytes came back as " + echo.remaining());
    }

    @Test(dataProvider = "strategiesAndBinaryProtocols", dataProviderClass = Strategies.class)
    public void everySizeUpToAMegabyte(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(strategy, protocol);
                EverythingClient framed = ClientKind.FRAMED.open(server.port(), protocol);
                EverythingClient fastFramed = ClientKind.FAST_FRAMED.open(server.port(), protocol)) {
            for (int size : smallSizes()) {
                echo(framed.calls(), size);
                String text = "x".repeat(size);
                assertTrue(fastFramed.calls().echoString(text).equals(text), "a string of " + size);
            }
        }
    }

    /** Combines each strategy with one protocol: frame sizes affect both, but independently. */
    @DataProvider
    static Object[][] strategiesAndABinaryProtocol() {
        return new Object[][] {
            {Strategies.SAME_THREAD, ThriftProtocol.BINARY},
            {Strategies.WORKER_THREAD, ThriftProtocol.COMPACT},
            {Strategies.LEADER_FOLLOWER, ThriftProtocol.BINARY}
        };
    }

    @Test(dataProvider = "strategiesAndABinaryProtocol")
    public void largeMessages(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(strategy, protocol);
                EverythingClient client = ClientKind.FRAMED.open(server.port(), protocol)) {
            for (int size : new int[] {3_000_000, (1 << 24) - 1, 1 << 24, 1, (1 << 24) + 1, 3_000_000, 0}) {
                echo(client.calls(), size);
            }
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void largeMessagesOfTheAsyncClient(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ThriftProtocol.BINARY);
                EverythingClient client = ClientKind.ASYNC.open(server.port(), ThriftProtocol.BINARY)) {
            for (int size : new int[] {0, 1, READ_BYTES, 3_000_000, 1 << 24}) {
                echo(client.calls(), size);
            }
        }
    }

    /** A frame of the maximum size is accepted; one byte more is not. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void theLargestFrame(Strategies strategy) throws Exception {
        Requests requests = new Requests(ThriftProtocol.BINARY);
        int overhead = requests.echoString(1, "").length;
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .limits(Strategies.patient().maxFrameBytes(1000).build())
                .build()
                .start()) {
            String largest = "x".repeat(1000 - overhead);
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(requests.echoString(1, largest))
                        .readReply(ThriftProtocol.BINARY)
                        .assertEchoString(1, largest);
                client.sendFrames(requests.echoString(2, largest + "x")).assertClosedByServer();
            }
        }
    }

    /**
     * Sends 200 calls of mixed sizes before the first reply is read, on a separate thread, so that full buffers cannot
     * block both sides.
     */
    @Test(dataProvider = "strategiesAndBinaryProtocols", dataProviderClass = Strategies.class)
    public void sendSendReceiveReceive(Strategies strategy, ThriftProtocol protocol) throws Exception {
        int[] sizes = {0, 1, 100, 10, 5000, 0, READ_BYTES, 33, 40_000, 200_000};
        try (ThriftServer server = start(strategy, protocol);
                TSocket socket = ClientKind.socket(server.port())) {
            socket.open();
            // Two clients on one socket: one only sends, the other only receives, each with its own buffers.
            Everything.Client sender = new Everything.Client(protocol.getProtocol(new TFramedTransport(socket)));
            PipelineReceiver receiver = new PipelineReceiver(protocol.getProtocol(new TFramedTransport(socket)));
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    for (int call = 0; call < PIPELINED; call++) {
                        sender.send_echoBinary(TestValues.bytes(sizes[call % sizes.length]));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            for (int call = 0; call < PIPELINED; call++) {
                int size = sizes[call % sizes.length];
                ByteBuffer echo = receiver.receiveBinary();
                assertTrue(echo.equals(TestValues.bytes(size)), "reply " + call + " has " + echo.remaining());
            }
            sent.get(10, TimeUnit.SECONDS);
        }
    }

    /**
     * The same with one client: small calls fit into the buffers of both sides, so one thread sends all and then
     * receives all.
     */
    @Test(dataProvider = "strategiesAndBinaryProtocols", dataProviderClass = Strategies.class)
    public void oneThreadSendsAllThenReceivesAll(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(strategy, protocol);
                TSocket socket = ClientKind.socket(server.port())) {
            socket.open();
            Everything.Client client = new Everything.Client(protocol.getProtocol(new TFramedTransport(socket)));
            for (int call = 0; call < PIPELINED; call++) {
                client.send_echoString("call " + call);
                client.send_note("note " + call);
                client.send_echoI32(call);
            }
            PipelineReceiver receiver = new PipelineReceiver(client.getInputProtocol());
            for (int call = 0; call < PIPELINED; call++) {
                assertEquals(receiver.receiveString(), "call " + call);
                receiver.skip();
                assertEquals(receiver.receiveI32(), call);
            }
        }
    }
}
