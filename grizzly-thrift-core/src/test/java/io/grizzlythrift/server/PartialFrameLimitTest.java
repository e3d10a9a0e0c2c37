package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.gen.Everything;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.testng.annotations.Test;

/** Memory and time of frames that do not arrive whole, over real sockets. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class PartialFrameLimitTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final String VALUE = "x".repeat(8000);

    private static ThriftServer start(Strategies strategy, ServerLimits.Builder limits) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .protocol(PROTOCOL)
                .limits(limits.build())
                .build()
                .start();
    }

    /** A call of more than 8,000 bytes, with its length. */
    private static byte[] frame() throws Exception {
        return RawClient.framed(REQUESTS.echoString(1, VALUE));
    }

    /** The length of a frame, and as much of its body. */
    private static byte[] begin(int length, int arrived) {
        return ByteBuffer.allocate(4 + arrived).putInt(length).array();
    }

    private static void awaitMemory(ThriftServer server, long bytes) {
        Await.that(
                "partialFrameBytes is never " + bytes, () -> server.counters().partialFrameBytes() == bytes);
    }

    private static void assertServed(RawClient client) throws Exception {
        client.sendFrames(REQUESTS.echoString(2, VALUE));
        client.readReply(PROTOCOL).assertEchoString(2, VALUE);
    }

    public void whoWantsMoreMemoryThanIsLeft(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ServerLimits.builder().maxPartialFrameBytes(10_000));
                LogCapture log = LogCapture.start();
                RawClient first = new RawClient(server);
                RawClient second = new RawClient(server);
                RawClient third = new RawClient(server)) {
            byte[] frame = frame();
            first.send(Arrays.copyOf(frame, 100));
            awaitMemory(server, 4096);
            second.send(begin(100_000, 7000));
            second.assertClosedByServer();
            awaitMemory(server, 4096);
            assertEquals(server.counters().reached(ServerLimit.PARTIAL_FRAME_BYTES), 1);
            assertEquals(server.counters().reached(ServerLimit.FRAME_BYTES), 0);
            assertEquals(
                    log.count("needs 7000 more bytes, started frames have taken 4096 of the 10000"), 1, log.text());
            log.assertShortLines(1);
            assertServed(third);
            first.send(Arrays.copyOfRange(frame, 100, frame.length));
            first.readReply(PROTOCOL).assertEchoString(1, VALUE);
            awaitMemory(server, 0);
            assertServed(first);
        }
    }

    public void memoryOfFramesThatAreNotFinished(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ServerLimits.builder().maxPartialFrameBytes(10_000))) {
            for (int round = 0; round < 10; round++) {
                try (RawClient client = new RawClient(server);
                        RawClient other = new RawClient(server)) {
                    client.send(begin(8192, 5000));
                    awaitMemory(server, 5000);
                    other.send(begin(100_000, 10));
                    awaitMemory(server, 5000 + 4096);
                }
                awaitMemory(server, 0);
            }
            assertEquals(server.counters().reached(ServerLimit.PARTIAL_FRAME_BYTES), 0);
        }
    }

    /** On the clock of the server itself. */
    public void aFrameThatStopsCostsItsConnection(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ServerLimits.builder().frameTimeout(Duration.ofMillis(20)));
                RawClient idle = new RawClient(server);
                RawClient inHeader = new RawClient(server);
                RawClient inBody = new RawClient(server)) {
            inHeader.send(new byte[] {0});
            inBody.send(begin(100_000, 5000));
            inHeader.assertClosedByServer();
            inBody.assertClosedByServer();
            awaitMemory(server, 0);
            assertEquals(server.counters().reached(ServerLimit.FRAME_TIME), 2);
            Await.that("the wrong one is closed", () -> server.counters().openConnections() == 1);
            assertServed(idle);
        }
    }

    public void memoryIsGivenBackWhenTheServerStops(Strategies strategy) throws Exception {
        ThriftServer server = start(strategy, ServerLimits.builder());
        try (RawClient client = new RawClient(server)) {
            client.send(begin(100_000, 5000));
            awaitMemory(server, 5000);
        } finally {
            server.shutdown(Duration.ZERO);
        }
        awaitMemory(server, 0);
    }
}
