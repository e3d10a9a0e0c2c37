package io.grizzlythrift.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.ClockedFrames;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.reply.CopiedReplies;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.ReplyWriter;
import io.grizzlythrift.server.ChainServer;
import io.grizzlythrift.server.SizedProcessor;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.EverythingHandler;
import io.grizzlythrift.test.HeldProcessor;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.RawClient;
import io.grizzlythrift.test.Requests;
import io.grizzlythrift.test.Strategies;
import io.grizzlythrift.test.TestConnections;
import io.grizzlythrift.test.gen.Everything;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.nio.NIOConnection;
import org.testng.annotations.Test;

/** The limits of time of one connection, on a clock of the test. The connection is a real one, the visitor is not. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ConnectionTimeoutsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration VERY_LONG = Duration.ofDays(365);
    private static final int LARGE = 8 << 20;

    /** A server without short limits, one client, and a visitor whose limits are those under test. */
    private static final class Watched implements AutoCloseable {
        private final ChainServer server;
        private final RawClient client;
        private final ServerConnection connection;
        private final ConnectionTimeouts watch;
        private final AtomicLong now = new AtomicLong(System.nanoTime());

        Watched(
                Strategies strategy,
                TProcessor processor,
                UnaryOperator<ServerLimits.Builder> watched,
                UnaryOperator<ServerLimits.Builder> served)
                throws IOException {
            MemoryBudget memory = new MemoryBudget(Long.MAX_VALUE);
            server = new ChainServer(
                    strategy,
                    processor,
                    served.apply(patient()).build(),
                    ClockedFrames.filter(ChainServer.MAX_FRAME_BYTES, memory, now::get));
            client = server.connect();
            connection = server.connection();
            watch = new ConnectionTimeouts(connection, watched.apply(patient()).build(), now.get());
        }

        Watched(Strategies strategy, TProcessor processor, UnaryOperator<ServerLimits.Builder> watched)
                throws IOException {
            this(strategy, processor, watched, any -> any);
        }

        private static ServerLimits.Builder patient() {
            return Strategies.patient().idleTimeout(VERY_LONG);
        }

        void visitAfter(Duration time) {
            watch.visit(now.addAndGet(time.toNanos()));
        }

        /** Visits now, a moment before the timeout, and when it is over. */
        void assertEndsAfterTimeout(LimitType limit) {
            watch.visit(now.get());
            visitAfter(TIMEOUT.minusNanos(1));
            assertEquals(server.counters().reached(limit), 0, limit + " was reached too early");
            visitAfter(Duration.ofNanos(1));
            assertEnded(limit);
        }

        void assertEnded(LimitType limit) {
            Await.that("the connection is still open", () -> server.counters().openConnections() == 0);
            assertEquals(server.counters().reached(limit), 1, limit + " of " + server.counters());
            visitAfter(LONG);
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
            awaitAnswered();
        }

        /** A reply may arrive before its call counts as answered. */
        void awaitAnswered() {
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

    public void aFrameThatStopsInItsHeader(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout);
                LogCapture log = LogCapture.start()) {
            watched.client.send(new byte[] {0, 0});
            watched.awaitStartedFrame();
            watched.assertEndsAfterTimeout(LimitType.FRAME_TIME);
            assertEquals(log.awaitCount("a frame has not arrived whole after 10000 ms"), 1, log.text());
            log.assertShortLines(1);
        }
    }

    public void aFrameThatStopsInItsBody(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            watched.call(1);
            watched.client.send(new byte[] {0, 0, 0, 100, 1, 2, 3});
            watched.awaitStartedFrame();
            watched.assertEndsAfterTimeout(LimitType.FRAME_TIME);
            assertEquals(watched.server.frames().memory().usedBytes(), 0);
        }
    }

    /** More bytes are no progress as long as the frame is the same. */
    public void aFrameThatComesByteByByte(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            byte[] slow = {0, 0, 0, 100, 1, 2, 3, 4, 5, 6};
            watched.client.send(new byte[] {slow[0]});
            watched.awaitStartedFrame();
            watched.visitAfter(Duration.ZERO);
            for (int i = 1; i < slow.length; i++) {
                watched.client.send(new byte[] {slow[i]});
                watched.visitAfter(TIMEOUT.dividedBy(slow.length));
                watched.assertOpen();
            }
            watched.visitAfter(TIMEOUT.dividedBy(slow.length));
            watched.assertEnded(LimitType.FRAME_TIME);
        }
    }

    public void noFrameIsBegunOnAnIdleConnection(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            watched.call(1);
            for (int visit = 0; visit < 5; visit++) {
                watched.visitAfter(TIMEOUT);
            }
            watched.assertOpen();
            watched.call(2);
        }
    }

    /** Each visit finds a begun frame, but another one. */
    public void aRowOfFramesThatAlwaysEndsInsideOne(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::frameTimeout)) {
            byte[] frame = fast(7);
            byte[] begin =
                    ByteBuffer.allocate(6).putInt(frame.length).put(frame, 0, 2).array();
            byte[] endAndBegin = ByteBuffer.allocate(frame.length - 2 + begin.length)
                    .put(frame, 2, frame.length - 2)
                    .put(begin)
                    .array();
            watched.client.send(begin);
            for (int round = 0; round < 50; round++) {
                watched.awaitStartedFrame();
                long begun = watched.connection.incompleteFrame();
                watched.visitAfter(TIMEOUT.minusNanos(1));
                watched.client.send(endAndBegin);
                watched.client.readReply(ChainServer.PROTOCOL);
                watched.awaitStartedFrame();
                assertNotEquals(watched.connection.incompleteFrame(), begun);
            }
            watched.visitAfter(TIMEOUT.minusNanos(1));
            watched.assertOpen();
        }
    }

    /** The peer cannot help it that nobody reads what it has sent. */
    public void aFrameHasTimeWhileReadingPauses(Strategies strategy) throws Exception {
        SizedProcessor processor = new SizedProcessor(LARGE);
        try (Watched watched = new Watched(
                strategy, processor, ConnectionTimeoutsTest::frameTimeout, limits -> limits.unsentBytesToPause(1))) {
            byte[] frames = ByteBuffer.allocate(3 * (4 + fast(0).length))
                    .putInt(fast(1).length)
                    .put(fast(1))
                    .putInt(fast(2).length)
                    .put(fast(2))
                    .putInt(fast(3).length)
                    .put(fast(3))
                    .array();
            int frame = frames.length / 3;
            watched.client.send(Arrays.copyOfRange(frames, 0, frame + 3));
            Await.that("nothing waits", () -> watched.connection.replyQueue().unsentBytes() > 0);
            int replies = 1;
            if (!watched.connection.intake().isPaused()) { // read before there was anything to wait
                watched.client.send(Arrays.copyOfRange(frames, frame + 3, 2 * frame + 3));
                replies = 2;
                Await.that("reading goes on", () -> watched.connection.intake().isPaused());
            }
            watched.awaitStartedFrame();
            for (int visit = 0; visit < 5; visit++) {
                watched.visitAfter(TIMEOUT);
            }
            watched.assertOpen();
            for (int i = 0; i < replies; i++) {
                watched.client.readFrame();
            }
            watched.awaitAnswered();
            Await.that(
                    "reading never goes on", () -> !watched.connection.intake().isPaused());
            watched.awaitStartedFrame();
            watched.visitAfter(Duration.ZERO);
            watched.visitAfter(TIMEOUT.minusNanos(1));
            watched.assertOpen();
            watched.visitAfter(Duration.ofNanos(1));
            watched.assertEnded(LimitType.FRAME_TIME);
        }
    }

    public void aPeerThatTakesNothing(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new SizedProcessor(LARGE), ConnectionTimeoutsTest::writeTimeout);
                LogCapture log = LogCapture.start()) {
            watched.client.sendFrames(fast(1), fast(2), fast(3));
            awaitFullSocket(watched);
            watched.assertEndsAfterTimeout(LimitType.WRITE_TIME);
            assertEquals(log.awaitCount("the peer has taken none for 10000 ms"), 1, log.text());
        }
    }

    /**
     * Until all replies are handed over and the socket takes no more. What it took does not say so, for the thread that
     * writes may just not run: the operating system is asked, again and again while what was sent makes its way to the
     * peer.
     */
    private static void awaitFullSocket(Watched watched) throws IOException {
        watched.awaitAnswered();
        SelectableChannel socket = ((NIOConnection) watched.connection.connection()).getChannel();
        try (Selector selector = Selector.open()) {
            socket.register(selector, SelectionKey.OP_WRITE);
            Await.that("the socket takes everything", () -> {
                long sent = watched.connection.replyQueue().sentBytes();
                for (int look = 0; look < 300; look++) {
                    if (isWritable(selector) || watched.connection.replyQueue().sentBytes() != sent) {
                        return false;
                    }
                    LockSupport.parkNanos(1_000_000);
                }
                return watched.connection.replyQueue().unsentBytes() > 0;
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

    public void aPeerThatTakesNothingIsNotIdle(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new SizedProcessor(LARGE), ConnectionTimeoutsTest::idleTimeout)) {
            watched.client.sendFrames(fast(1), fast(2), fast(3));
            awaitFullSocket(watched);
            for (int visit = 0; visit < 5; visit++) {
                watched.visitAfter(TIMEOUT);
            }
            watched.assertOpen();
        }
    }

    /** ReplyRuns that wait for an earlier call are not the peer's fault. */
    public void aPeerIsNotBlamedForASlowCall(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::writeTimeout)) {
            ReplyQueue line = watched.connection.replyQueue();
            line.accept(2);
            line.deliver(List.of(new CopiedReplies(1, 1, new byte[1000])));
            assertEquals(line.queuedBytes(), 1000);
            for (int visit = 0; visit < 5; visit++) {
                watched.visitAfter(TIMEOUT);
            }
            watched.assertOpen();
        }
    }

    /** A sink whose peer takes bytes when the test says so. */
    private static final class SlowSink implements ReplyWriter {
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

    /** Nearly at the limit each time, and visited in the middle of the write that brought it all. */
    public void aPeerThatTakesAByteNowAndThen(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::writeTimeout)) {
            SlowSink sink = new SlowSink();
            ReplyQueue line = TestConnections.queue(ReplyOrder.REQUEST, sink);
            ServerConnection slow = new ServerConnection(
                    watched.connection.connection(),
                    watched.server.frames(),
                    line,
                    ServerLimits.defaults(),
                    new LimitReporter("test", (CounterRecorder) watched.server.counters()));
            ConnectionTimeouts watch = new ConnectionTimeouts(
                    slow, ServerLimits.builder().writeTimeout(TIMEOUT).build(), 0);
            sink.duringWrite = () -> watch.visit(0);
            line.accept(1);
            line.deliver(List.of(new CopiedReplies(0, 1, new byte[1000])));
            assertEquals(sink.unsent, 1000);
            long now = 0;
            while (sink.unsent > 100) {
                watch.visit(now += TIMEOUT.toNanos() - 1);
                watched.assertOpen();
                sink.unsent--;
                watch.visit(now += 1);
            }
            watch.visit(now += TIMEOUT.toNanos() - 1);
            watched.assertOpen();
            watch.visit(now + 1);
            watched.assertEnded(LimitType.WRITE_TIME);
        }
    }

    public void anIdleConnectionIsClosed(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout);
                LogCapture log = LogCapture.start()) {
            watched.call(1);
            watched.assertEndsAfterTimeout(LimitType.IDLE_TIME);
            watched.client.assertClosedByServer();
            assertEquals(log.awaitCount("idle for 10000 ms"), 1, log.text());
        }
    }

    public void aCallNowAndThenKeepsAConnection(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            for (int call = 0; call < 20; call++) {
                watched.call(call);
                watched.visitAfter(Duration.ZERO);
                watched.visitAfter(TIMEOUT.minusNanos(1));
                watched.assertOpen();
            }
            watched.visitAfter(Duration.ofNanos(1));
            watched.assertEnded(LimitType.IDLE_TIME);
        }
    }

    public void aConnectionWithACallInFlightIsNotIdle(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (Watched watched = new Watched(strategy, processor, ConnectionTimeoutsTest::idleTimeout)) {
            watched.client.sendFrames(hold(1));
            processor.awaitStart(1);
            for (int visit = 0; visit < 5; visit++) {
                watched.visitAfter(TIMEOUT);
            }
            watched.assertOpen();
            processor.release(1);
            watched.client.readFrame();
            watched.awaitAnswered();
            watched.visitAfter(TIMEOUT.minusNanos(1));
            watched.assertOpen();
            watched.visitAfter(Duration.ofNanos(1));
            watched.assertEnded(LimitType.IDLE_TIME);
        }
    }

    public void aConnectionWithABegunFrameIsNotIdle(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::idleTimeout)) {
            watched.client.send(new byte[] {0});
            watched.awaitStartedFrame();
            for (int visit = 0; visit < 5; visit++) {
                watched.visitAfter(TIMEOUT);
            }
            watched.assertOpen();
        }
    }

    private static ServerLimits.Builder firstCallTimeout(ServerLimits.Builder limits) {
        return limits.firstCallTimeout(TIMEOUT);
    }

    public void aConnectionThatNeverCallsIsClosed(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::firstCallTimeout);
                LogCapture log = LogCapture.start()) {
            watched.assertEndsAfterTimeout(LimitType.FIRST_CALL_TIME);
            watched.client.assertClosedByServer();
            assertEquals(
                    log.awaitCount("it has not begun a call within 10000 ms, which is firstCallTimeout"),
                    1,
                    log.text());
        }
    }

    public void oneCallIsEnoughForGood(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), ConnectionTimeoutsTest::firstCallTimeout)) {
            watched.visitAfter(TIMEOUT.minusNanos(1));
            watched.call(1);
            watched.visitAfter(Duration.ofNanos(1));
            watched.visitAfter(LONG);
            watched.assertOpen();
            watched.call(2);
        }
    }

    /** From then on it has the time of a frame, after which it has called or is closed. */
    public void aCallThatHasBegunIsWaitedFor(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(
                strategy,
                new HeldProcessor(),
                limits -> firstCallTimeout(limits).frameTimeout(TIMEOUT))) {
            watched.visitAfter(TIMEOUT.minusNanos(1));
            watched.client.send(new byte[] {0});
            watched.awaitStartedFrame();
            watched.visitAfter(Duration.ofNanos(1));
            watched.assertOpen();
            watched.visitAfter(TIMEOUT.minusNanos(2));
            watched.assertOpen();
            watched.visitAfter(Duration.ofNanos(1));
            watched.assertEnded(LimitType.FRAME_TIME);
            assertEquals(watched.server.counters().reached(LimitType.FIRST_CALL_TIME), 0);
        }
    }

    public void aConnectionMayWaitForItsFirstCallByDefault(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), any -> any)) {
            watched.visitAfter(VERY_LONG.minusNanos(1));
            watched.assertOpen();
            watched.call(1);
        }
    }

    public void anyAgeIsAllowedByDefault(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(strategy, new HeldProcessor(), any -> any)) {
            watched.visitAfter(VERY_LONG.minusNanos(1));
            watched.assertOpen();
            watched.call(1);
        }
    }

    public void anOldConnectionIsClosedOnceItsCallsAreAnswered(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (Watched watched = new Watched(strategy, processor, limits -> limits.maxConnectionAge(TIMEOUT));
                LogCapture log = LogCapture.start()) {
            watched.visitAfter(TIMEOUT.minusNanos(1));
            watched.client.sendFrames(hold(1), fast(2));
            processor.awaitStart(1);
            watched.visitAfter(Duration.ofNanos(1));
            watched.visitAfter(TIMEOUT);
            watched.assertOpen();
            assertEquals(watched.server.counters().reached(LimitType.CONNECTION_AGE), 0);
            processor.release(1);
            assertEquals(watched.client.readReply(ChainServer.PROTOCOL).sequenceId(), 1);
            assertEquals(watched.client.readReply(ChainServer.PROTOCOL).sequenceId(), 2);
            watched.client.assertClosedByServer();
            watched.assertEnded(LimitType.CONNECTION_AGE);
            assertEquals(log.awaitCount("it is 10000 ms old, which is maxConnectionAge"), 1, log.text());
        }
    }

    /** It must not keep its place for good only because it is to be closed already. */
    public void anOldConnectionWhosePeerTakesNothing(Strategies strategy) throws Exception {
        try (Watched watched = new Watched(
                strategy,
                new SizedProcessor(LARGE),
                limits -> limits.maxConnectionAge(Duration.ofSeconds(1)).writeTimeout(TIMEOUT))) {
            watched.client.sendFrames(fast(1), fast(2), fast(3));
            awaitFullSocket(watched);
            watched.visitAfter(Duration.ofSeconds(1));
            Await.that("it is never old", () -> watched.server.counters().reached(LimitType.CONNECTION_AGE) == 1);
            watched.visitAfter(TIMEOUT.minusSeconds(1));
            watched.visitAfter(TIMEOUT);
            watched.assertEnded(LimitType.WRITE_TIME);
        }
    }

    /** The errors of a handler, and what a oneway call leaves behind, count as no work that goes on. */
    public void callsThatFailedLeaveTheConnectionIdle(Strategies strategy) throws Exception {
        Requests requests = new Requests(ChainServer.PROTOCOL);
        EverythingHandler handler = new EverythingHandler();
        try (Watched watched =
                new Watched(strategy, new Everything.Processor<>(handler), ConnectionTimeoutsTest::idleTimeout)) {
            watched.client.sendFrames(
                    requests.oneway("note", 1, new Everything.note_args("seen")),
                    requests.call("fail", 2, new Everything.fail_args("ASSERTION")));
            watched.client.readFrame();
            watched.awaitAnswered();
            watched.assertEndsAfterTimeout(LimitType.IDLE_TIME);
        }
    }
}
