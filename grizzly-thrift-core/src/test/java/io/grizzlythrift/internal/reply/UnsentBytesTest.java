package io.grizzlythrift.internal.reply;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.SizedProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TProcessor;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests replies that a peer does not read: reading from it pauses, and finally the connection is terminated. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class UnsentBytesTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    /** More large calls than a server reads whose replies nobody reads. */
    private static final int CALLS = 4096;

    private static ThriftServer start(Strategies strategy, TProcessor processor, ServerLimits.Builder limits) {
        return strategy.builder(processor).limits(limits.build()).build().start();
    }

    private static byte[][] calls(int count) throws Exception {
        byte[][] calls = new byte[count][];
        for (int i = 0; i < count; i++) {
            calls[i] = HeldProcessor.call(PROTOCOL, "fast", i);
        }
        return calls;
    }

    private static void awaitEnd(ThriftServer server, LimitType limit) {
        Await.that("the limit is not reached", () -> server.counters().reached(limit) == 1);
        Await.that("the connection is not terminated", () -> server.counters().openConnections() == 0);
        Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
    }

    private static void assertServed(ThriftServer server) throws Exception {
        try (RawClient fresh = new RawClient(server)) {
            fresh.sendFrames(calls(1));
            assertEquals(fresh.readReply(PROTOCOL).sequenceId(), 0);
        }
    }

    /** Sends each call once the one before has ended, so that what waits grows by one reply at a time. */
    public void readingFromAPeerThatNeverReadsPauses(Strategies strategy) throws Exception {
        ServerLimits.Builder limits = Strategies.patient().writeBufferHighWaterMark(64 * KIB);
        try (ThriftServer server = start(strategy, new Everything.Processor<>(new EverythingHandler()), limits);
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            ServerCounters counters = server.counters();
            byte[] call = REQUESTS.echoString(1, "x".repeat(16 * KIB));
            for (int sent = 1; counters.reached(LimitType.WRITE_BUFFER_HIGH_WATER_MARK) == 0; sent++) {
                assertTrue(sent < CALLS, "everything was read");
                client.sendFrames(call);
                int calls = sent;
                Await.that(
                        "neither a reply nor a pause",
                        () -> (counters.calls() == calls && counters.inFlight() == 0)
                                || counters.reached(LimitType.WRITE_BUFFER_HIGH_WATER_MARK) > 0);
            }
            assertTrue(log.awaitCount("writeBufferHighWaterMark is 65536") >= 1, log.text());
        }
    }

    /**
     * A small reply that waits takes far more of the heap than its bytes. The kernel may take some of what waits at any
     * time, in which case the replies are counted again.
     */
    public void smallRepliesAreChargedForWhatTheyTake(Strategies strategy) throws Exception {
        ServerLimits.Builder limits = Strategies.patient().writeBufferHighWaterMark(64 * MIB);
        try (ThriftServer server = start(strategy, new Everything.Processor<>(new EverythingHandler()), limits);
                RawClient client = new RawClient(server)) {
            ServerCounters counters = server.counters();
            int small = 50;
            int calls = 0;
            long charged = 0;
            for (int round = 0; round < 20 && charged < small * 256L; round++) {
                do {
                    calls = endsNext(client, counters, calls, "x".repeat(256 * KIB));
                } while (counters.bufferedBytes(MemoryPart.UNSENT_REPLIES) == 0);
                long before = counters.bufferedBytes(MemoryPart.UNSENT_REPLIES);
                for (int i = 0; i < small; i++) {
                    calls = endsNext(client, counters, calls, "");
                }
                charged = counters.bufferedBytes(MemoryPart.UNSENT_REPLIES) - before;
            }
            assertTrue(charged >= small * 256L, charged + " bytes for " + small + " replies");
        }
    }

    private static int endsNext(RawClient client, ServerCounters counters, int before, String text) throws Exception {
        client.sendFrames(REQUESTS.echoString(1, text));
        Await.that("no end", () -> counters.calls() == before + 1 && counters.inFlight() == 0);
        return before + 1;
    }

    /** Requests are as large as replies, so the requests that are read before the pause cause few reply bytes. */
    public void aPeerThatSendsAndNeverReads(Strategies strategy) throws Exception {
        ServerLimits.Builder limits = Strategies.patient()
                .maxInFlightPerConnection(100)
                .writeBufferHighWaterMark(64 * KIB)
                .maxWriteBufferBytes(8 * MIB)
                .writeTimeout(Duration.ofMillis(500));
        try (ThriftServer server = start(strategy, new Everything.Processor<>(new EverythingHandler()), limits);
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            byte[] call = REQUESTS.echoString(1, "x".repeat(16 * KIB));
            CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(() -> sendUntilReset(client, call));
            awaitEnd(server, LimitType.WRITE_TIMEOUT);
            assertTrue(sent.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS) < CALLS, "everything was read");
            assertEquals(server.counters().reached(LimitType.MAX_WRITE_BUFFER_BYTES), 0);
            assertEquals(log.awaitCount("the peer has read none for 500 ms"), 1, log.text());
        }
    }

    private static int sendUntilReset(RawClient client, byte[] call) {
        for (int i = 0; i < CALLS; i++) {
            try {
                client.sendFrames(call);
            } catch (IOException reset) {
                return i;
            }
        }
        return CALLS;
    }

    /** All calls arrive in one read, so a pause would be too late. */
    public void tooManyRepliesForTheSocket(Strategies strategy) throws Exception {
        ServerLimits.Builder limits =
                Strategies.patient().writeBufferHighWaterMark(MIB).maxWriteBufferBytes(MIB);
        try (ThriftServer server = start(strategy, new SizedProcessor(512 * KIB), limits);
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(calls(100));
            awaitEnd(server, LimitType.MAX_WRITE_BUFFER_BYTES);
            assertEquals(log.awaitCount("maxWriteBufferBytes is 1048576"), 1, log.text());
            assertServed(server);
        }
    }

    @DataProvider
    static Object[][] strategiesThatReadWhileCallsRun() {
        return new Object[][] {{Strategies.WORKER_THREAD}, {Strategies.LEADER_FOLLOWER}};
    }

    /** The socket would take the replies, but an earlier call still runs. */
    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = UnsentBytesTest.class)
    public void tooManyRepliesBehindAnEarlierOne(Strategies strategy) throws Exception {
        ServerLimits.Builder limits =
                Strategies.patient().writeBufferHighWaterMark(MIB).maxWriteBufferBytes(MIB);
        SizedProcessor processor = new SizedProcessor(100 * KIB);
        try (ThriftServer server = start(strategy, processor, limits);
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", -1));
            processor.awaitHeld();
            client.sendFrames(calls(10));
            Await.that("calls do not run", () -> processor.calls() == 11);
            assertEquals(server.counters().reached(LimitType.MAX_WRITE_BUFFER_BYTES), 0, "ten replies fit");
            client.sendFrames(calls(10));
            Await.that(
                    "the limit is not reached", () -> server.counters().reached(LimitType.MAX_WRITE_BUFFER_BYTES) == 1);
            client.assertClosedByServer();
            processor.release();
            awaitEnd(server, LimitType.MAX_WRITE_BUFFER_BYTES);
            assertServed(server);
        }
    }

    /** A single reply may exceed maxWriteBufferBytes. */
    public void oneReplyLargerThanTheLimit(Strategies strategy) throws Exception {
        int bytes = 20 * MIB;
        ServerLimits.Builder limits = Strategies.patient()
                .maxReplyBytes(2 * bytes)
                .writeBufferHighWaterMark(1)
                .maxWriteBufferBytes(MIB);
        try (ThriftServer server = start(strategy, new SizedProcessor(bytes), limits);
                RawClient client = new RawClient(server)) {
            for (int id = 0; id < 3; id++) {
                client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", id));
                byte[] frame = client.readFrame();
                assertTrue(frame.length > bytes, frame.length + " bytes");
                assertEquals(new Reply(PROTOCOL, frame).sequenceId(), id);
            }
            assertEquals(server.counters().reached(LimitType.MAX_WRITE_BUFFER_BYTES), 0);
        }
    }

    /** Reading pauses and resumes at random moments, and no reply gets stuck or lost. */
    public void peersThatReadAtRandom(Strategies strategy) throws Exception {
        for (int round = 0; round < TestSize.of(2, 12); round++) {
            long seed = 20261121L + round;
            Random random = new Random(seed);
            ServerLimits.Builder limits = Strategies.patient()
                    .maxInFlightPerConnection(1 + random.nextInt(50))
                    .writeBufferHighWaterMark(1 + random.nextInt(128 * KIB));
            String values = "y".repeat(64 * KIB);
            int[] sizes = random.ints(300, 0, values.length()).toArray();
            try (ThriftServer server = start(strategy, new Everything.Processor<>(new EverythingHandler()), limits);
                    RawClient client = new RawClient(server)) {
                CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                    try {
                        for (int i = 0; i < sizes.length; i++) {
                            client.sendFrames(REQUESTS.echoString(i, values.substring(sizes[i])));
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                for (int i = 0; i < sizes.length; i++) {
                    if (random.nextInt(30) == 0) { // sometimes lets replies accumulate
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(10)));
                    }
                    client.readReply(PROTOCOL).assertEchoString(i, values.substring(sizes[i]));
                }
                sent.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
                Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("with seed " + seed, e);
            }
        }
    }
}
