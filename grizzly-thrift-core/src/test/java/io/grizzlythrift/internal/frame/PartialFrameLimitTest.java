package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests the memory and the timeout of frames that do not arrive completely, over real sockets. */
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

    /** Returns the length prefix of a frame and the first bytes of its body. */
    private static byte[] begin(int length, int arrived) {
        return ByteBuffer.allocate(4 + arrived).putInt(length).array();
    }

    private static void awaitMemory(ThriftServer server, long bytes) {
        Await.that(
                "partial frames never hold " + bytes,
                () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == bytes);
    }

    private static void assertServed(RawClient client) throws Exception {
        client.sendFrames(REQUESTS.echoString(2, VALUE));
        client.readReply(PROTOCOL).assertEchoString(2, VALUE);
    }

    /** Reading from its connection pauses, but its timeout still applies. Other connections are not affected. */
    public void aFrameThatNeedsMostOfTheMemory(Strategies strategy) throws Exception {
        ServerLimits.Builder limits =
                Strategies.patient().maxBufferedBytes(100_000).frameTimeout(Duration.ofMillis(100));
        try (LogCapture log = LogCapture.start();
                ThriftServer server = start(strategy, limits);
                RawClient other = new RawClient(server);
                RawClient greedy = paused(server)) {
            assertServed(other);
            greedy.assertClosedByServer();
            long allOthers = server.counters().acceptedConnections() - 1;
            assertEquals(server.counters().reached(LimitType.FRAME_TIMEOUT), allOthers, log.text());
            assertEquals(server.counters().reached(LimitType.MAX_BUFFERED_BYTES), 0, log.text());
            awaitMemory(server, 0);
            assertServed(other);
        }
    }

    /** Opens a connection from which reading pauses; retries if a loaded machine let its frame time out first. */
    private static RawClient paused(ThriftServer server) throws Exception {
        for (int attempt = 1; ; attempt++) {
            RawClient client = new RawClient(server);
            int times = attempt;
            try {
                client.send(begin(1_000_000, 60_000));
            } catch (SocketException closed) {
                assertEquals(server.counters().reached(LimitType.FRAME_TIMEOUT), times);
            }
            Await.that(
                    "reading does not pause",
                    () -> server.counters().reached(LimitType.BUFFERED_BYTES_READ_PAUSED) == 1
                            || server.counters().reached(LimitType.FRAME_TIMEOUT) == times);
            if (server.counters().reached(LimitType.BUFFERED_BYTES_READ_PAUSED) == 1) {
                return client;
            }
            client.close();
        }
    }

    /**
     * Frames that fit one at a time but not together are all served: one connection at a time may exceed its share.
     * Their replies are small, because unread replies that do not fit would end a connection.
     */
    public void framesThatDoNotFitTogether(Strategies strategy) throws Exception {
        byte[] call = REQUESTS.call("store", 1, new Everything.store_args("value", ByteBuffer.allocate(4 << 20)));
        byte[] frame = ByteBuffer.allocate(4 + call.length)
                .putInt(call.length)
                .put(call)
                .array();
        int third = frame.length / 3;
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (ThriftServer server =
                start(strategy, Strategies.patientWithFrequentChecks().maxBufferedBytes(20 << 20))) {
            CyclicBarrier together = new CyclicBarrier(8);
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                clients.add(threads.submit(() -> {
                    try (RawClient client = new RawClient(server)) {
                        client.send(Arrays.copyOf(frame, third));
                        Await.that(
                                "a third of each has arrived",
                                () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) > 8L * (third - 5));
                        together.await();
                        client.send(Arrays.copyOfRange(frame, third, frame.length));
                        client.readReply(PROTOCOL).assertStored(1);
                    }
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get(50, TimeUnit.SECONDS);
            }
            assertEquals(server.counters().reached(LimitType.MAX_BUFFERED_BYTES), 0);
            Await.that("memory is not released", () -> server.counters().bufferedBytes() == 0);
        } finally {
            threads.shutdownNow();
        }
    }

    public void closingReleasesPartialFrames(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, Strategies.patient().maxBufferedBytes(100_000))) {
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
            assertEquals(server.counters().reached(LimitType.MAX_BUFFERED_BYTES), 0);
        }
    }

    /** Uses the clock of the server itself. */
    public void anOverdueFrameEndsItsConnection(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, Strategies.patient().frameTimeout(Duration.ofMillis(20)));
                RawClient idle = new RawClient(server);
                RawClient inHeader = new RawClient(server);
                RawClient inBody = new RawClient(server)) {
            inHeader.send(new byte[] {0});
            inBody.send(begin(100_000, 5000));
            inHeader.assertClosedByServer();
            inBody.assertClosedByServer();
            awaitMemory(server, 0);
            assertEquals(server.counters().reached(LimitType.FRAME_TIMEOUT), 2);
            Await.that("the wrong one is closed", () -> server.counters().openConnections() == 1);
            assertServed(idle);
        }
    }

    public void stoppingReleasesPartialFrames(Strategies strategy) throws Exception {
        ThriftServer server = start(strategy, Strategies.patient());
        try (RawClient client = new RawClient(server)) {
            client.send(begin(100_000, 5000));
            awaitMemory(server, 5000);
        } finally {
            server.shutdown(Duration.ZERO);
        }
        awaitMemory(server, 0);
    }
}
