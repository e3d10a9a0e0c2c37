package io.grizzlythrift.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.Pairs;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.SizedProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests peers that shut down their output and wait for the replies to their calls. */
@Test(timeOut = 60_000)
public final class HalfCloseTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    /** How the messages of a peer are framed. */
    private enum Wire {
        FRAMED {
            @Override
            byte[] encode(byte[] message, int sequenceId) {
                return RawClient.framed(message);
            }
        },
        UNFRAMED {
            @Override
            byte[] encode(byte[] message, int sequenceId) {
                return message;
            }
        },
        HEADER {
            @Override
            byte[] encode(byte[] message, int sequenceId) throws Exception {
                return RawClient.framed(
                        HeaderFrame.of(PROTOCOL, sequenceId, message).bytes());
            }
        },
        HTTP {
            @Override
            byte[] encode(byte[] message, int sequenceId) {
                ByteArrayOutputStream post = new ByteArrayOutputStream();
                post.writeBytes(("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-thrift\r\n"
                                + "Content-Length: " + message.length + "\r\n\r\n")
                        .getBytes(ISO_8859_1));
                post.writeBytes(message);
                return post.toByteArray();
            }
        };

        abstract byte[] encode(byte[] message, int sequenceId) throws Exception;
    }

    @DataProvider
    Object[][] strategiesAndWires() {
        return Pairs.of(Strategies.values(), Wire.values());
    }

    private static byte[] call(Wire wire, String method, int sequenceId) throws Exception {
        return wire.encode(HeldProcessor.call(PROTOCOL, method, sequenceId), sequenceId);
    }

    private static void ask(RawClient client) throws Exception {
        client.send(call(Wire.FRAMED, "fast", 9)).readReply(PROTOCOL);
    }

    private static void assertCounts(String replies, String method, int count) {
        assertEquals(replies.split(method, -1).length - 1, count, "replies of " + method + " in " + replies);
    }

    @Test(dataProvider = "strategiesAndWires")
    public void allRepliesArrive(Strategies strategy, Wire wire) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor)
                        .protocol(PROTOCOL)
                        .http(true)
                        .build()
                        .start();
                RawClient other = new RawClient(server);
                RawClient client = new RawClient(server)) {
            ask(other);
            client.send(call(wire, "hold", 1)).send(call(wire, "fast", 2)).endOutput();
            processor.awaitStart(1);
            if (strategy != Strategies.SAME_THREAD) { // whose only selector is in the handler
                ask(other); // the selector reads the end of the stream with this call at the latest
                ask(other);
                assertEquals(server.counters().openConnections(), 2);
            }
            processor.release(1);
            String replies = new String(client.readAll(), ISO_8859_1);
            assertCounts(replies, "hold", 1);
            assertCounts(replies, "fast", 1);
            Await.that("it stays open", () -> server.counters().openConnections() == 1);
            ask(other);
        }
    }

    /** The end of a oneway call is nothing that a peer can wait for. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void behindARunningOnewayCall(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server =
                        strategy.builder(processor).protocol(PROTOCOL).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.oneway(PROTOCOL, "hold", 1));
            processor.awaitStart(1);
            client.send(call(Wire.FRAMED, "fast", 2)).endOutput();
            assertCounts(new String(client.readAll(), ISO_8859_1), "fast", 1);
            Await.that("a call has not ended", () -> server.counters().inFlight() == 1);
            processor.release(1);
        }
    }

    @DataProvider
    Object[][] strategiesAndProtocols() {
        return Pairs.of(
                new Object[] {Strategies.WORKER_THREAD, Strategies.LEADER_FOLLOWER},
                new Object[] {ThriftProtocol.BINARY, ThriftProtocol.COMPACT, ThriftProtocol.JSON});
    }

    /**
     * A client of this library never shuts down its output alone: its calls are dropped once it is recognized, by the
     * bytes of its first call or, in JSON, when a thread reads that.
     */
    @Test(dataProvider = "strategiesAndProtocols")
    public void aClientThatIsGoneBeforeItsCallsAreRead(Strategies strategy, ThriftProtocol protocol) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        int threads = strategy.concurrentCalls();
        List<RawClient> busy = new ArrayList<>();
        try (ThriftServer server =
                        strategy.builder(processor).protocol(protocol).build().start();
                RawClient other = new RawClient(server);
                RawClient client = new RawClient(server)) {
            for (int id = 101; id <= 100 + threads; id++) {
                busy.add(new RawClient(server)); // of one connection alone, some would run on spare threads
                busy.get(busy.size() - 1).sendFrames(HeldProcessor.call(protocol, "hold", id));
                processor.awaitStart(id);
            }
            client.sendFrames(
                    HeldProcessor.call(protocol, "fast", CloseNotice.CLIENT_ID),
                    HeldProcessor.call(protocol, "fast", 2),
                    HeldProcessor.call(protocol, "fast", 3));
            Await.that("calls wait", () -> server.counters().inFlight() == threads + 3);
            client.endOutput();
            boolean known = protocol != ThriftProtocol.JSON;
            if (known) {
                Await.that("it is closed", () -> server.counters().droppedCalls() == 3);
            } else {
                for (int id = 1;
                        id <= 2;
                        id++) { // the selector reads the end of the stream with the first at the latest
                    int waiting = threads + 3 + id;
                    other.sendFrames(HeldProcessor.call(protocol, "fast", 200 + id));
                    Await.that("another call waits", () -> server.counters().inFlight() == waiting);
                }
                assertEquals(server.counters().openConnections(), threads + 2);
            }
            processor.release(101);
            client.readAll();
            Await.that("it is closed", () -> server.counters().openConnections() == threads + 1);
            Await.that("its calls end", () -> server.counters().droppedCalls() == (known ? 3 : 2));
            assertFalse(processor.hasStarted(2) || processor.hasStarted(3));
            for (int id = 102; id <= 100 + threads; id++) {
                processor.release(id);
            }
        } finally {
            for (RawClient each : busy) {
                each.close();
            }
        }
    }

    /** The rest of a frame will never arrive, but the replies to the frames before it are owed. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void aFrameThatIsCutOff(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server =
                        strategy.builder(processor).protocol(PROTOCOL).build().start();
                RawClient client = new RawClient(server)) {
            client.send(call(Wire.FRAMED, "hold", 1)).send(new byte[] {0, 0}).endOutput();
            processor.awaitStart(1);
            processor.release(1);
            assertCounts(new String(client.readAll(), ISO_8859_1), "hold", 1);
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void aPeerThatThenReadsNothingIsTerminated(Strategies strategy) throws Exception {
        try (ThriftServer server = strategy.builder(new SizedProcessor(8 << 20))
                        .protocol(PROTOCOL)
                        .limits(Strategies.patient()
                                .writeTimeout(Duration.ofMillis(100))
                                .build())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.send(call(Wire.FRAMED, "large", 1)).endOutput();
            Await.that("it stays open", () -> server.counters().reached(LimitType.WRITE_TIMEOUT) == 1);
            Await.that("it stays open", () -> server.counters().openConnections() == 0);
        }
    }
}
