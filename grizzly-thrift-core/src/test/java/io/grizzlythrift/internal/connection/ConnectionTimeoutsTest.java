package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.TestFrameFilters;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.CopiedReplies;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ChainServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.SizedProcessor;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.test.server.TestConnections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.testng.annotations.Test;

/**
 * Tests the timeouts of one connection on a clock that the test advances. The connection is real; the test runs the
 * checks of the monitor.
 */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ConnectionTimeoutsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration VERY_LONG = Duration.ofDays(365);
    private static final int LARGE = 8 << 20;
    private static final byte[] GET =
            "GET /health/live HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** A server without short limits, one client, and timeouts with the limits under test. */
    private static final class Fixture implements AutoCloseable {
        private final ChainServer server;
        private final RawClient client;
        private final ServerConnection connection;
        private final ConnectionTimeouts timeouts;
        private final AtomicLong now = new AtomicLong(System.nanoTime());

        Fixture(
                Strategies strategy,
                TProcessor processor,
                UnaryOperator<ServerLimits.Builder> tested,
                UnaryOperator<ServerLimits.Builder> served)
                throws IOException {
            this(strategy, processor, tested, served, TestFrameFilters::filter);
        }

        /** @param frames creates the frame filter from the limit of a frame, the memory budget and the clock */
        private Fixture(
                Strategies strategy,
                TProcessor processor,
                UnaryOperator<ServerLimits.Builder> tested,
                UnaryOperator<ServerLimits.Builder> served,
                FilterFactory frames)
                throws IOException {
            MemoryBudget memory = new MemoryBudget(Long.MAX_VALUE);
            server = new ChainServer(
                    strategy,
                    processor,
                    served.apply(patient()).build(),
                    frames.create(ChainServer.MAX_FRAME_BYTES, memory, now::get));
            server.holdChecks();
            client = server.connect();
            connection = server.connection();
            timeouts =
                    new ConnectionTimeouts(connection, tested.apply(patient()).build(), now.get());
        }

        Fixture(Strategies strategy, TProcessor processor, UnaryOperator<ServerLimits.Builder> tested)
                throws IOException {
            this(strategy, processor, tested, any -> any);
        }

        static Fixture ofHttp(Strategies strategy, UnaryOperator<ServerLimits.Builder> tested) throws IOException {
            return new Fixture(strategy, new HeldProcessor(), tested, any -> any, TestFrameFilters::httpFilter);
        }

        private interface FilterFactory {
            FrameFilter create(int maxFrameBytes, MemoryBudget memory, LongSupplier clock);
        }

        private static ServerLimits.Builder patient() {
            return Strategies.patient().idleTimeout(VERY_LONG);
        }

        void checkAfter(Duration time) {
            timeouts.check(now.addAndGet(time.toNanos()));
        }

        /** Checks now, just before the timeout, and when it has passed. */
        void assertEndsAfterTimeout(LimitType limit) {
            timeouts.check(now.get());
            checkAfter(TIMEOUT.minusNanos(1));
            assertEquals(server.counters().reached(limit), 0, limit + " was reached too early");
            checkAfter(Duration.ofNanos(1));
            assertEnded(limit);
        }

        void assertEnded(LimitType limit) {
            Await.that("the connection is still open", () -> server.counters().openConnections() == 0);
            assertEquals(server.counters().reached(limit), 1, limit + " of " + server.counters());
            checkAfter(LONG);
            assertEquals(server.counters().reached(limit), 1, "counted twice: " + limit);
        }

        void assertOpen() {
            assertTrue(connection.connection().isOpen(), "closed: " + server.counters());
        }

        void awaitStartedFrame() {
            Await.that("no frame begins", () -> connection.incompleteFrame() != 0);
        }

        void call(int sequenceId) throws Exception {
            client.sendFrames(fast(sequenceId));
            assertEquals(client.readReply(ChainServer.PROTOCOL).sequenceId(), sequenceId);
            awaitNothingInFlight();
        }

        /** Keeps the selector thread from reading until the future completes. */
        CompletableFuture<Void> blockSelector() throws Exception {
            CompletableFuture<Void> blocked = new CompletableFuture<>();
            CompletableFuture<Void> released = new CompletableFuture<>();
            SelectorRunner selector = ((NIOConnection) connection.connection()).getSelectorRunner();
            SelectorHandler.Task task = () -> {
                blocked.complete(null);
                released.join();
                return true;
            };
            selector.getTransport().getSelectorHandler().enque(selector, task, null);
            blocked.get(20, TimeUnit.SECONDS);
            return released;
        }

        /** Waits until no call is in flight. A reply may arrive before that. */
        void awaitNothingInFlight() {
            Await.that("calls never end", () -> connection.replyQueue().inFlight() == 0);
        }

        @Override
        public void close() throws IOException {
            client.close();
            server.close();
        }
    }

    private static byte[] fast(int sequenceId) throws Exception {
        return HeldProcessor.call(ChainServer.PROTOCOL, "fast", sequenceId);
    }

    private static byte[] hold(int sequenceId) throws Exception {
        return HeldProcessor.call(ChainServer.PROTOCOL, "hold", sequenceId);
    }

    private static ServerLimits.Builder frameTimeout(ServerLimits.Builder limits) {
        return limits.frameTimeout(TIMEOUT);
    }

    private static ServerLimits.Builder idleTimeout(ServerLimits.Builder limits) {
        return limits.idleTimeout(TIMEOUT);
    }

    private static ServerLimits.Builder writeTimeout(ServerLimits.Builder limits) {
        return limits.writeTimeout(TIMEOUT);
    }

    /** The first call may be in transit, however long ago the connection was opened. */
    public void aDrainWaitsForTheFirstCall(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            fixture.connection.drain();
            fixture.checkAfter(Duration.ZERO);
            fixture.checkAfter(Duration.ofNanos(CloseRequest.IDLE_NANOS - 1));
            fixture.client.sendFrames(fast(CloseNotice.CLIENT_ID));
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), CloseNotice.NOTICE_ID);
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), CloseNotice.CLIENT_ID);
            fixture.awaitNothingInFlight();
            fixture.assertOpen();
        }
    }

    public void aDrainServesTheFirstCallOfAnotherClient(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (Fixture fixture = new Fixture(strategy, processor, ConnectionTimeoutsTest::idleTimeout)) {
            fixture.connection.drain();
            assertServesFirstCall(fixture, processor);
        }
    }

    public void anOldConnectionServesTheFirstCallOfAnotherClient(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (Fixture fixture = new Fixture(strategy, processor, limits -> limits.maxConnectionAge(TIMEOUT))) {
            fixture.checkAfter(TIMEOUT);
            assertServesFirstCall(fixture, processor);
            assertEquals(fixture.server.counters().reached(LimitType.MAX_CONNECTION_AGE), 1);
        }
    }

    /** A client of another library would not close the connection. What it has sent is answered. */
    private static void assertServesFirstCall(Fixture fixture, HeldProcessor processor) throws Exception {
        assertTrue(fixture.connection.isServedWhileDraining());
        fixture.client.sendFrames(hold(1));
        processor.awaitStart(1);
        assertTrue(fixture.connection.isServedWhileDraining());
        fixture.client.sendFrames(fast(2));
        processor.release(1);
        for (int id = 1; id <= 2; id++) {
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), id);
        }
        fixture.client.assertClosedByServer();
        assertFalse(fixture.connection.isServedWhileDraining());
    }

    public void aDrainDoesNotWaitLongForTheFirstCall(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            fixture.connection.drain();
            fixture.checkAfter(Duration.ZERO);
            fixture.checkAfter(Duration.ofNanos(CloseRequest.IDLE_NANOS));
            Await.that("it is open", () -> {
                fixture.checkAfter(Duration.ZERO);
                return fixture.server.counters().openConnections() == 0;
            });
        }
    }

    /** A peer that sends calls long after it was asked to close does not intend to close. */
    public void aPeerThatGoesOnCallingIsNotServedForLong(Strategies strategy) throws Exception {
        int steps = 10;
        Duration step = Duration.ofNanos(CloseRequest.CALLS_NANOS / steps);
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            fixture.call(CloseNotice.CLIENT_ID);
            fixture.connection.drain();
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), CloseNotice.NOTICE_ID);
            fixture.checkAfter(Duration.ZERO);
            for (int id = 1; id < steps; id++) {
                fixture.call(id);
                fixture.checkAfter(step);
                assertTrue(fixture.connection.isServedWhileDraining(), "after " + id + " calls");
            }
            fixture.call(steps);
            fixture.checkAfter(step);
            assertFalse(fixture.connection.isServedWhileDraining());
            Await.that("it is open", () -> {
                fixture.checkAfter(Duration.ZERO);
                return fixture.server.counters().openConnections() == 0;
            });
        }
    }

    /** A busy selector thread may not have read calls that arrived before the peer's time expired. */
    public void callsThatHaveArrivedAreReadBeforeTheEnd(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            fixture.connection.drain();
            fixture.client.sendFrames(fast(CloseNotice.CLIENT_ID));
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), CloseNotice.NOTICE_ID);
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), CloseNotice.CLIENT_ID);
            fixture.awaitNothingInFlight();
            CompletableFuture<Void> released = fixture.blockSelector();
            fixture.client.sendFrames(fast(2));
            fixture.checkAfter(Duration.ZERO);
            fixture.checkAfter(Duration.ofNanos(CloseRequest.IDLE_NANOS));
            fixture.checkAfter(Duration.ZERO);
            released.complete(null);
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), 2);
            Await.that("it is open", () -> {
                fixture.checkAfter(Duration.ZERO);
                return fixture.server.counters().openConnections() == 0;
            });
        }
    }

    public void aFrameThatStopsInItsLength(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout);
                LogCapture log = LogCapture.start()) {
            fixture.client.send(new byte[] {0, 0});
            fixture.awaitStartedFrame();
            fixture.assertEndsAfterTimeout(LimitType.FRAME_TIMEOUT);
            assertEquals(log.awaitCount("a frame is incomplete after 10000 ms"), 1, log.text());
            log.assertShortLines(1);
        }
    }

    public void aFrameThatStopsInItsBody(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            fixture.call(1);
            fixture.client.send(new byte[] {0, 0, 0, 100, 1, 2, 3});
            fixture.awaitStartedFrame();
            fixture.assertEndsAfterTimeout(LimitType.FRAME_TIMEOUT);
            assertEquals(fixture.server.frames().memory().usedBytes(), 0);
        }
    }

    /** More bytes of the same frame do not count as progress. */
    public void aFrameThatComesByteByByte(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            byte[] slow = {0, 0, 0, 100, 1, 2, 3, 4, 5, 6};
            fixture.client.send(new byte[] {slow[0]});
            fixture.awaitStartedFrame();
            fixture.checkAfter(Duration.ZERO);
            for (int i = 1; i < slow.length; i++) {
                fixture.client.send(new byte[] {slow[i]});
                fixture.checkAfter(TIMEOUT.dividedBy(slow.length));
                fixture.assertOpen();
            }
            fixture.checkAfter(TIMEOUT.dividedBy(slow.length));
            fixture.assertEnded(LimitType.FRAME_TIMEOUT);
        }
    }

    public void anIdleConnectionHasNoFrameTimeout(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            fixture.call(1);
            for (int check = 0; check < 5; check++) {
                fixture.checkAfter(TIMEOUT);
            }
            fixture.assertOpen();
            fixture.call(2);
        }
    }

    /** Each check finds an incomplete frame, but a different one. */
    public void consecutivePartialFramesDoNotTimeOut(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            byte[] frame = fast(7);
            byte[] begin =
                    ByteBuffer.allocate(6).putInt(frame.length).put(frame, 0, 2).array();
            byte[] endAndBegin = ByteBuffer.allocate(frame.length - 2 + begin.length)
                    .put(frame, 2, frame.length - 2)
                    .put(begin)
                    .array();
            fixture.client.send(begin);
            for (int round = 0; round < 50; round++) {
                fixture.awaitStartedFrame();
                long started = fixture.connection.incompleteFrame();
                fixture.checkAfter(TIMEOUT.minusNanos(1));
                fixture.client.send(endAndBegin);
                fixture.client.readReply(ChainServer.PROTOCOL);
                fixture.awaitStartedFrame();
                assertNotEquals(fixture.connection.incompleteFrame(), started);
            }
            fixture.checkAfter(TIMEOUT.minusNanos(1));
            fixture.assertOpen();
        }
    }

    /** Time during which the server does not read does not count against the peer. */
    public void theFrameTimeoutStopsWhileReadingIsPaused(Strategies strategy) throws Exception {
        SizedProcessor processor = new SizedProcessor(LARGE);
        try (Fixture fixture = new Fixture(
                strategy,
                processor,
                ConnectionTimeoutsTest::frameTimeout,
                limits -> limits.writeBufferHighWaterMark(1))) {
            byte[] frames = ByteBuffer.allocate(3 * (4 + fast(0).length))
                    .putInt(fast(1).length)
                    .put(fast(1))
                    .putInt(fast(2).length)
                    .put(fast(2))
                    .putInt(fast(3).length)
                    .put(fast(3))
                    .array();
            int frame = frames.length / 3;
            fixture.client.send(Arrays.copyOfRange(frames, 0, frame + 3));
            Await.that("nothing waits", () -> fixture.connection.replyQueue().unsentBytes() > 0);
            int replies = 1;
            if (!fixture.connection.isReadingPaused()) { // the read came before any reply had to wait
                fixture.client.send(Arrays.copyOfRange(frames, frame + 3, 2 * frame + 3));
                replies = 2;
                Await.that("reading goes on", () -> fixture.connection.isReadingPaused());
            }
            fixture.awaitStartedFrame();
            for (int check = 0; check < 5; check++) {
                fixture.checkAfter(TIMEOUT);
            }
            fixture.assertOpen();
            for (int i = 0; i < replies; i++) {
                fixture.client.readFrame();
            }
            fixture.awaitNothingInFlight();
            fixture.blockSelector().complete(null); // the last read has ended, and so has its pause, if any
            Await.that("reading never goes on", () -> !fixture.connection.isReadingPaused());
            fixture.awaitStartedFrame();
            fixture.checkAfter(Duration.ZERO);
            fixture.checkAfter(TIMEOUT.minusNanos(1));
            fixture.assertOpen();
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.assertEnded(LimitType.FRAME_TIMEOUT);
        }
    }

    public void aPeerThatReadsNothingIsClosed(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new SizedProcessor(LARGE), ConnectionTimeoutsTest::writeTimeout);
                LogCapture log = LogCapture.start()) {
            fixture.client.sendFrames(fast(1), fast(2), fast(3));
            awaitFullSocket(fixture);
            fixture.assertEndsAfterTimeout(LimitType.WRITE_TIMEOUT);
            assertEquals(log.awaitCount("the peer has read none for 10000 ms"), 1, log.text());
        }
    }

    /**
     * Waits until all replies are passed to the transport and the socket takes no more. The bytes written do not show
     * that, because the writing thread may be descheduled. So this polls the operating system while the bytes
     * travel to the peer.
     */
    private static void awaitFullSocket(Fixture fixture) throws IOException {
        fixture.awaitNothingInFlight();
        SelectableChannel socket = ((NIOConnection) fixture.connection.connection()).getChannel();
        try (Selector selector = Selector.open()) {
            socket.register(selector, SelectionKey.OP_WRITE);
            Await.that("the socket takes everything", () -> {
                long sent = fixture.connection.replyQueue().sentBytes();
                for (int look = 0; look < 300; look++) {
                    if (isWritable(selector) || fixture.connection.replyQueue().sentBytes() != sent) {
                        return false;
                    }
                    LockSupport.parkNanos(1_000_000);
                }
                return fixture.connection.replyQueue().unsentBytes() > 0;
            });
        }
    }

    private static boolean isWritable(Selector selector) {
        try {
            selector.selectedKeys().clear();
            return selector.selectNow() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test(dataProvider = "defaultStrategy")
    public void aPeerThatReadsNothingIsNotIdle(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new SizedProcessor(LARGE), ConnectionTimeoutsTest::idleTimeout)) {
            fixture.client.sendFrames(fast(1), fast(2), fast(3));
            awaitFullSocket(fixture);
            for (int check = 0; check < 5; check++) {
                fixture.checkAfter(TIMEOUT);
            }
            fixture.assertOpen();
        }
    }

    /** Replies that wait for an earlier call do not count against the peer. */
    public void aSlowCallIsNotAWriteTimeout(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::writeTimeout)) {
            ReplyQueue replyQueue = fixture.connection.replyQueue();
            replyQueue.accept(2);
            replyQueue.deliver(List.of(new CopiedReplies(1, 1, new byte[1000])));
            assertEquals(replyQueue.queuedBytes(), 1000);
            for (int check = 0; check < 5; check++) {
                fixture.checkAfter(TIMEOUT);
            }
            fixture.assertOpen();
        }
    }

    /** A writer whose peer accepts bytes when the test allows it. */
    private static final class SlowWriter implements ReplyWriter {
        private Runnable duringWrite = () -> {};
        private int unsent;

        @Override
        public void write(byte[] bytes, int offset, int length) {
            duringWrite.run();
            unsent += length;
        }

        @Override
        public int unsentBytes() {
            return unsent;
        }

        @Override
        public void abort(Throwable cause) {}
    }

    /** Each check takes place just before the limit, in the middle of the write that delivers all bytes. */
    public void aPeerThatReadsAByteNowAndThenStaysConnected(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::writeTimeout)) {
            SlowWriter writer = new SlowWriter();
            ReplyQueue replyQueue = TestConnections.queue(ReplyOrder.REQUEST, writer);
            ServerConnection slow = new ServerConnection(
                    fixture.connection.connection(),
                    fixture.server.frames(),
                    replyQueue,
                    new ConnectionContext(
                            ServerLimits.defaults(),
                            new LimitReporter("test", (CounterRecorder) fixture.server.counters()),
                            Optional.empty()));
            ConnectionTimeouts timeouts = new ConnectionTimeouts(
                    slow, ServerLimits.builder().writeTimeout(TIMEOUT).build(), 0);
            writer.duringWrite = () -> timeouts.check(0);
            replyQueue.accept(1);
            replyQueue.deliver(List.of(new CopiedReplies(0, 1, new byte[1000])));
            assertEquals(writer.unsent, 1000);
            long now = 0;
            while (writer.unsent > 100) {
                timeouts.check(now += TIMEOUT.toNanos() - 1);
                fixture.assertOpen();
                writer.unsent--;
                timeouts.check(now += 1);
            }
            timeouts.check(now += TIMEOUT.toNanos() - 1);
            fixture.assertOpen();
            timeouts.check(now + 1);
            fixture.assertEnded(LimitType.WRITE_TIMEOUT);
        }
    }

    public void anIdleConnectionIsClosed(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout);
                LogCapture log = LogCapture.start()) {
            fixture.call(1);
            fixture.assertEndsAfterTimeout(LimitType.IDLE_TIMEOUT);
            fixture.client.assertClosedByServer();
            assertEquals(log.awaitCount("idle for 10000 ms"), 1, log.text());
        }
    }

    public void aCallNowAndThenKeepsAConnection(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            for (int call = 0; call < 20; call++) {
                fixture.call(call);
                fixture.checkAfter(Duration.ZERO);
                fixture.checkAfter(TIMEOUT.minusNanos(1));
                fixture.assertOpen();
            }
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.assertEnded(LimitType.IDLE_TIMEOUT);
        }
    }

    public void aConnectionWithACallInFlightIsNotIdle(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (Fixture fixture = new Fixture(strategy, processor, ConnectionTimeoutsTest::idleTimeout)) {
            fixture.client.sendFrames(hold(1));
            processor.awaitStart(1);
            for (int check = 0; check < 5; check++) {
                fixture.checkAfter(TIMEOUT);
            }
            fixture.assertOpen();
            processor.release(1);
            fixture.client.readFrame();
            fixture.awaitNothingInFlight();
            fixture.checkAfter(TIMEOUT.minusNanos(1));
            fixture.assertOpen();
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.assertEnded(LimitType.IDLE_TIMEOUT);
        }
    }

    public void aConnectionWithAPartialFrameIsNotIdle(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            fixture.client.send(new byte[] {0});
            fixture.awaitStartedFrame();
            for (int check = 0; check < 5; check++) {
                fixture.checkAfter(TIMEOUT);
            }
            fixture.assertOpen();
        }
    }

    private static ServerLimits.Builder firstCallTimeout(ServerLimits.Builder limits) {
        return limits.firstCallTimeout(TIMEOUT);
    }

    public void aConnectionThatNeverCallsIsClosed(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::firstCallTimeout);
                LogCapture log = LogCapture.start()) {
            fixture.assertEndsAfterTimeout(LimitType.FIRST_CALL_TIMEOUT);
            fixture.client.assertClosedByServer();
            assertEquals(
                    log.awaitCount("it has not started a call within 10000 ms, which is firstCallTimeout"),
                    1,
                    log.text());
        }
    }

    public void theFirstCallEndsTheFirstCallTimeout(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::firstCallTimeout)) {
            fixture.checkAfter(TIMEOUT.minusNanos(1));
            fixture.call(1);
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.checkAfter(LONG);
            fixture.assertOpen();
            fixture.call(2);
        }
    }

    /** A first call is possible only after the negotiation, which has a time of its own. */
    public void theFirstCallTimeoutBeginsAfterTheNegotiation(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), ConnectionTimeoutsTest::firstCallTimeout)) {
            AtomicBoolean pending = new AtomicBoolean(true);
            fixture.connection.secure(new Negotiation(pending));
            fixture.checkAfter(TIMEOUT.multipliedBy(2));
            pending.set(false);
            fixture.assertEndsAfterTimeout(LimitType.FIRST_CALL_TIMEOUT);
        }
    }

    /** A negotiation that may take any time. */
    private record Negotiation(AtomicBoolean pending) implements ConnectionSecurity {
        @Override
        public boolean isPending() {
            return pending.get();
        }

        @Override
        public long pendingSince() {
            return System.nanoTime();
        }

        @Override
        public Duration timeout() {
            return VERY_LONG;
        }

        @Override
        public void restart(long now) {}

        @Override
        public long incompleteFrame() {
            return 0;
        }

        @Override
        public long incompleteSince() {
            return 0;
        }

        @Override
        public void closed() {}
    }

    /** Once a call has started, frameTimeout applies: the connection either completes it or is closed. */
    public void aPartialFirstCallHasTheFrameTimeout(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(
                strategy,
                new HeldProcessor(),
                limits -> firstCallTimeout(limits).frameTimeout(TIMEOUT))) {
            fixture.checkAfter(TIMEOUT.minusNanos(1));
            fixture.client.send(new byte[] {0});
            fixture.awaitStartedFrame();
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.assertOpen();
            fixture.checkAfter(TIMEOUT.minusNanos(2));
            fixture.assertOpen();
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.assertEnded(LimitType.FRAME_TIMEOUT);
            assertEquals(fixture.server.counters().reached(LimitType.FIRST_CALL_TIMEOUT), 0);
        }
    }

    public void noFirstCallTimeoutByDefault(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), any -> any)) {
            fixture.checkAfter(VERY_LONG.minusNanos(1));
            fixture.assertOpen();
            fixture.call(1);
        }
    }

    public void noMaxConnectionAgeByDefault(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), any -> any)) {
            fixture.checkAfter(VERY_LONG.minusNanos(1));
            fixture.assertOpen();
            fixture.call(1);
        }
    }

    public void anOldConnectionIsClosedAfterItsReplies(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (Fixture fixture = new Fixture(strategy, processor, limits -> limits.maxConnectionAge(TIMEOUT));
                LogCapture log = LogCapture.start()) {
            fixture.checkAfter(TIMEOUT.minusNanos(1));
            fixture.client.sendFrames(hold(1), fast(2));
            processor.awaitStart(1);
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.checkAfter(TIMEOUT);
            fixture.assertOpen();
            assertEquals(fixture.server.counters().reached(LimitType.MAX_CONNECTION_AGE), 0);
            processor.release(1);
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), 1);
            assertEquals(fixture.client.readReply(ChainServer.PROTOCOL).sequenceId(), 2);
            fixture.client.assertClosedByServer();
            fixture.assertEnded(LimitType.MAX_CONNECTION_AGE);
            assertEquals(log.awaitCount("it is 10000 ms old, which is maxConnectionAge"), 1, log.text());
        }
    }

    /** The first call, which shows whether the peer can be asked to close, may be on its way. */
    public void anOldConnectionWithoutCallsAwaitsTheFirstOne(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), limits -> limits.maxConnectionAge(TIMEOUT))) {
            fixture.checkAfter(TIMEOUT);
            fixture.checkAfter(Duration.ofMillis(1));
            fixture.assertOpen();
            fixture.client.sendFrames(fast(CloseNotice.CLIENT_ID));
            int first = fixture.client.readReply(ChainServer.PROTOCOL).sequenceId();
            int second = fixture.client.readReply(ChainServer.PROTOCOL).sequenceId();
            assertEquals(Set.of(first, second), Set.of(CloseNotice.NOTICE_ID, CloseNotice.CLIENT_ID));
            fixture.call(2);
            fixture.client.endOutput();
            fixture.assertEnded(LimitType.MAX_CONNECTION_AGE);
        }
    }

    public void anOldConnectionWithoutCallsIsClosed(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), limits -> limits.maxConnectionAge(TIMEOUT))) {
            fixture.checkAfter(TIMEOUT);
            fixture.checkAfter(Duration.ofMillis(1));
            fixture.checkAfter(Duration.ofNanos(CloseRequest.IDLE_NANOS - 1));
            fixture.assertOpen();
            Await.that("it is closed", () -> {
                fixture.checkAfter(Duration.ofNanos(1));
                return !fixture.connection.connection().isOpen();
            });
            fixture.assertEnded(LimitType.MAX_CONNECTION_AGE);
        }
    }

    /** Nothing more is read from it, so its peer must not wait for the end of such a call. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void anOldConnectionIsClosedWhileOnewayCallsRun(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (Fixture fixture = new Fixture(strategy, processor, limits -> limits.maxConnectionAge(TIMEOUT))) {
            fixture.client.sendFrames(HeldProcessor.oneway(ChainServer.PROTOCOL, "hold", 1));
            processor.awaitStart(1);
            fixture.checkAfter(TIMEOUT);
            fixture.client.assertClosedByServer();
            fixture.assertEnded(LimitType.MAX_CONNECTION_AGE);
            assertEquals(fixture.server.counters().inFlight(), 1);
            processor.release(1);
        }
    }

    /** Shortly before the maximum age, replies with headers announce the close. */
    public void anOldConnectionIsAnnounced(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new HeldProcessor(), limits -> limits.maxConnectionAge(TIMEOUT))) {
            fixture.call(1);
            fixture.checkAfter(TIMEOUT.multipliedBy(9).dividedBy(10).minusNanos(1));
            assertFalse(fixture.connection.isAboutToClose());
            fixture.checkAfter(Duration.ofNanos(1));
            assertTrue(fixture.connection.isAboutToClose());
            fixture.assertOpen();
            fixture.call(2);
        }
    }

    /** Reads the response to {@link #GET}. Returns whether it announces the end of the connection. */
    private static boolean readLastResponse(Fixture fixture) throws IOException {
        StringBuilder response = new StringBuilder();
        while (response.indexOf("\r\n\r\nlive\n") < 0) {
            response.append(new String(fixture.client.readBytes(1), StandardCharsets.ISO_8859_1));
        }
        return response.indexOf("\r\nConnection: close\r\n") > 0;
    }

    private static Fixture ofOldHttp(Strategies strategy) throws IOException {
        Fixture fixture = Fixture.ofHttp(strategy, limits -> limits.maxConnectionAge(TIMEOUT));
        fixture.client.send(GET);
        assertFalse(readLastResponse(fixture));
        return fixture;
    }

    /** In the last tenth of its age, an HTTP connection closes after a response, which announces that. */
    public void anOldHttpConnectionClosesAfterAResponse(Strategies strategy) throws Exception {
        try (Fixture fixture = ofOldHttp(strategy)) {
            fixture.checkAfter(TIMEOUT.multipliedBy(9).dividedBy(10).minusNanos(1));
            fixture.client.send(GET);
            assertFalse(readLastResponse(fixture));
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.assertOpen();
            fixture.client.send(GET);
            assertTrue(readLastResponse(fixture));
            fixture.client.assertClosedByServer();
            fixture.assertEnded(LimitType.MAX_CONNECTION_AGE);
        }
    }

    /** Checks may be late: the announcement then lasts as long, unless no request arrives. */
    public void anOldHttpConnectionIsAnnouncedBeforeItCloses(Strategies strategy) throws Exception {
        try (Fixture busy = ofOldHttp(strategy);
                Fixture idle = ofOldHttp(strategy)) {
            for (Fixture fixture : List.of(busy, idle)) {
                fixture.checkAfter(TIMEOUT.multipliedBy(2));
                fixture.checkAfter(TIMEOUT.dividedBy(10).minusNanos(1));
                fixture.assertOpen();
            }
            busy.client.send(GET);
            assertTrue(readLastResponse(busy));
            busy.client.assertClosedByServer();
            busy.assertEnded(LimitType.MAX_CONNECTION_AGE);
            idle.checkAfter(Duration.ofNanos(1));
            idle.client.assertClosedByServer();
            idle.assertEnded(LimitType.MAX_CONNECTION_AGE);
        }
    }

    /** A peer that always has several requests in flight learns which of them is the last one to be served. */
    public void anOldHttpConnectionIsAnnouncedToAPeerThatPipelines(Strategies strategy) throws Exception {
        try (Fixture fixture = ofOldHttp(strategy)) {
            HttpConnection http = new HttpConnection(fixture.connection, () -> false);
            long first = http.accept(2, false, false);
            assertFalse(http.isLast(first));
            fixture.connection.announceClose();
            assertEquals(http.accept(1, false, false), first + 2, "no response has been sent since");
            assertFalse(http.isLast(first));
            assertEquals(http.accept(1, false, false), HttpConnection.NONE);
            assertFalse(http.isLast(first + 1));
            assertTrue(http.isLast(first + 2));
        }
    }

    /** The newest response may have been made before the one to an earlier request. */
    public void anOldHttpConnectionIsAnnouncedInAResponseThatIsNotMadeYet(Strategies strategy) throws Exception {
        try (Fixture fixture = ofOldHttp(strategy)) {
            HttpConnection http = new HttpConnection(fixture.connection, () -> false);
            long first = http.accept(2, false, false);
            assertFalse(http.isLast(first + 1));
            fixture.connection.announceClose();
            assertFalse(http.isLast(first));
            assertEquals(http.accept(1, false, false), first + 2);
            assertTrue(http.isLast(first + 2));
        }
    }

    /** The last one is not an interim response: its request gets a final one. */
    public void anOldHttpConnectionServesARequestWhoseBodyFollows(Strategies strategy) throws Exception {
        try (Fixture fixture = ofOldHttp(strategy)) {
            HttpConnection http = new HttpConnection(fixture.connection, () -> false);
            long first = http.accept(2, false, true);
            fixture.connection.announceClose();
            assertFalse(http.isLast(first));
            assertEquals(http.accept(1, false, false), first + 2);
            assertTrue(http.isLast(first + 2));
            assertEquals(http.accept(1, false, false), HttpConnection.NONE);
        }
    }

    /** However short the age is, a peer has a second for its last request. */
    public void anHttpConnectionOfAShortAgeWaitsForARequest(Strategies strategy) throws Exception {
        Duration age = Duration.ofMillis(10);
        try (Fixture fixture = Fixture.ofHttp(strategy, limits -> limits.maxConnectionAge(age))) {
            fixture.client.send(GET);
            assertFalse(readLastResponse(fixture));
            fixture.checkAfter(age);
            fixture.checkAfter(Duration.ofNanos(CloseRequest.IDLE_NANOS - 1));
            fixture.assertOpen();
            fixture.checkAfter(Duration.ofNanos(1));
            fixture.client.assertClosedByServer();
            fixture.assertEnded(LimitType.MAX_CONNECTION_AGE);
        }
    }

    /** A request that has begun is not lost. */
    public void anOldHttpConnectionCompletesItsRequest(Strategies strategy) throws Exception {
        try (Fixture fixture = ofOldHttp(strategy)) {
            fixture.client.send(Arrays.copyOf(GET, 10));
            fixture.awaitStartedFrame();
            fixture.checkAfter(TIMEOUT);
            fixture.checkAfter(TIMEOUT.dividedBy(10));
            fixture.client.send(Arrays.copyOfRange(GET, 10, GET.length));
            assertTrue(readLastResponse(fixture));
            fixture.client.assertClosedByServer();
            fixture.assertEnded(LimitType.MAX_CONNECTION_AGE);
        }
    }

    /** The write timeout must still close a connection that is about to be closed because of its age. */
    @Test(dataProvider = "defaultStrategy")
    public void anOldConnectionWhosePeerReadsNothingIsClosed(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(
                strategy,
                new SizedProcessor(LARGE),
                limits -> limits.maxConnectionAge(Duration.ofSeconds(1)).writeTimeout(TIMEOUT))) {
            fixture.client.sendFrames(fast(1), fast(2), fast(3));
            awaitFullSocket(fixture);
            fixture.checkAfter(Duration.ofSeconds(1));
            Await.that("it is never old", () -> fixture.server.counters().reached(LimitType.MAX_CONNECTION_AGE) == 1);
            fixture.checkAfter(TIMEOUT.minusSeconds(1));
            fixture.checkAfter(TIMEOUT);
            fixture.assertEnded(LimitType.WRITE_TIMEOUT);
        }
    }

    /** So does one that drains, whose last bytes have been read. */
    @Test(dataProvider = "defaultStrategy")
    public void aDrainedConnectionWhosePeerReadsNothingIsClosed(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new SizedProcessor(LARGE), ConnectionTimeoutsTest::writeTimeout)) {
            fixture.client.sendFrames(fast(1), fast(2), fast(3));
            awaitFullSocket(fixture);
            fixture.connection.drain();
            Await.that(
                    "it does not close", () -> fixture.connection.orderlyClose().isLastBytesRead());
            fixture.assertEndsAfterTimeout(LimitType.WRITE_TIMEOUT);
        }
    }

    /** So does one whose peer was asked to close it, and neither does so nor reads. */
    @Test(dataProvider = "defaultStrategy")
    public void aPeerThatIgnoresTheRequestAndReadsNothingIsClosed(Strategies strategy) throws Exception {
        try (Fixture fixture = new Fixture(strategy, new SizedProcessor(LARGE), ConnectionTimeoutsTest::writeTimeout)) {
            fixture.client.sendFrames(fast(CloseNotice.CLIENT_ID), fast(2), fast(3));
            awaitFullSocket(fixture);
            fixture.connection.drain();
            fixture.checkAfter(Duration.ZERO);
            fixture.checkAfter(Duration.ofNanos(CloseRequest.IDLE_NANOS));
            Await.that(
                    "it is not closed for its peer",
                    () -> fixture.connection.orderlyClose().isLastBytesRead());
            fixture.checkAfter(Duration.ZERO);
            fixture.assertOpen();
            fixture.checkAfter(TIMEOUT.minusNanos(CloseRequest.IDLE_NANOS));
            fixture.assertEnded(LimitType.WRITE_TIMEOUT);
        }
    }

    /** Failed calls and oneway calls do not count as ongoing work. */
    public void failedCallsLeaveTheConnectionIdle(Strategies strategy) throws Exception {
        Requests requests = new Requests(ChainServer.PROTOCOL);
        EverythingHandler handler = new EverythingHandler();
        try (Fixture fixture =
                new Fixture(strategy, new Everything.Processor<>(handler), ConnectionTimeoutsTest::idleTimeout)) {
            fixture.client.sendFrames(
                    requests.oneway("note", 1, new Everything.note_args("seen")),
                    requests.call("fail", 2, new Everything.fail_args("ASSERTION")));
            fixture.client.readFrame();
            fixture.awaitNothingInFlight();
            fixture.assertEndsAfterTimeout(LimitType.IDLE_TIMEOUT);
        }
    }
}
