package io.grizzlythrift.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;

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
