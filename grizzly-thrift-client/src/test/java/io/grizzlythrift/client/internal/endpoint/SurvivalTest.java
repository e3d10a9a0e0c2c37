package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CallDeadlines;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.HeldMessage;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.connection.QuietEndpoint;
import io.grizzlythrift.client.internal.connection.ServerLogLimits;
import io.grizzlythrift.client.internal.connection.SlowMethods;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.client.internal.stub.TransportCall;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.transport.TTransport;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * Tests Errors where none is expected, such as any code may throw when memory is exhausted: no thread ends, no connection
 * that cannot write stays open, and every call ends once.
 */
public class SurvivalTest {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * TimerThread.RETRY_MILLIS);
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final ThriftClientConfig CONFIG = ClientConfigs.of(ThriftClient.builder()
            .name("survival")
            .endpoint("127.0.0.1", 1)
            .protocol(ThriftProtocol.COMPACT)
            .connectionsPerEndpoint(1));

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger buffersThatFail = new AtomicInteger();
    private final List<PooledConnection> attempts = new CopyOnWriteArrayList<>();
    private ClientThreads threads;
    private CallCompletion completion;
    private ClientContext context;

    @BeforeMethod
    void makeContext() {
        clock.set(0);
        attempts.clear();
        buffersThatFail.set(0);
        threads = new ClientThreads("survival", 1, 1, clock::get);
        completion = new CallCompletion(CONFIG, threads, clock::get);
        context = new ClientContext(
                CONFIG,
                threads,
                completion,
                new CodecPool(
                        threads,
                        () -> new CallCodec(
                                CONFIG.protocol(), WireFormat.FRAMED, CONFIG.maxFrameBytes(), new ByteLimit(1))),
                clock::get,
                new DirectBuffers(this::writeBuffer),
                new SlowMethods(),
                new ServerLogLimits(clock::get));
    }

    @AfterMethod(alwaysRun = true)
    void stopThreads() {
        threads.shutdown();
    }

    private ByteBuffer writeBuffer() {
        if (buffersThatFail.getAndDecrement() > 0) {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory (thrown by a test)");
        }
        return ByteBuffer.allocateDirect(DirectBuffers.BYTES);
    }

    private void pass(long nanos) {
        clock.addAndGet(nanos);
        threads.timers().advance();
    }

    private void awaitSecondAttempt() {
        Await.that("nothing is connected again", () -> {
            pass(RETRY_NANOS);
            return attempts.size() == 2;
        });
    }

    private static TCPNIOConnection connected(ServerSocket server) throws Exception {
        return new TCPNIOConnection(
                TCPNIOTransportBuilder.newInstance().build(), SocketChannel.open(server.getLocalSocketAddress()));
    }

    @Test(timeOut = 60_000)
    public void aConnectionThatHasNoBufferToWriteFromIsReplaced() throws Exception {
        buffersThatFail.set(1);
        ConnectionPool pool =
                Pools.of(context, (connection, host, port) -> attempts.add((PooledConnection) connection));
        RecordedCall first = new RecordedCall(false, TIMEOUT_NANOS, clock.get());
        pool.start(first, Pools.EMPTY_CALL);
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            attempts.get(0).opened(connected(server));
            Await.that("the call does not end", () -> first.endings() == 1);
            assertSame(
                    first.failure().failure(),
                    FailureCause.CONNECTION_RESET,
                    first.failure().getMessage());
            assertTrue(
                    first.failure().getMessage().contains("direct buffer memory"),
                    first.failure().getMessage());
            assertFalse(first.failure().mayHaveRun());
            assertEquals(completion.counters().openConnections(), 0, "it is in the pool");

            awaitSecondAttempt();
            attempts.get(1).opened(connected(server));
            assertEquals(completion.counters().openConnections(), 1);
        }
    }

    @Test(timeOut = 60_000)
    public void aConnectorThatThrowsIsCalledAgain() {
        AtomicBoolean throwing = new AtomicBoolean(true);
        ConnectionPool pool = Pools.of(context, (connection, host, port) -> {
            attempts.add((PooledConnection) connection);
            if (throwing.get()) {
                throw new OutOfMemoryError("unable to create native thread (thrown by a test)");
            }
        });
        RecordedCall call = new RecordedCall(false, TIMEOUT_NANOS, clock.get());
        pool.start(call, Pools.EMPTY_CALL);
        assertEquals(call.endings(), 1);
        assertFalse(call.failure().mayHaveRun());
        assertEquals(completion.counters().inFlight(), 0);
        throwing.set(false);
        awaitSecondAttempt();
    }

    @Test(timeOut = 60_000)
    public void aCallThatNoMapHasRoomForEnds() {
        ConnectionPool pool =
                Pools.of(context, (connection, host, port) -> attempts.add((PooledConnection) connection));
        LargeCall call = new LargeCall();
        call.failAt(1);
        pool.start(call, Pools.EMPTY_CALL);
        assertEquals(call.endings(), 1);
        assertFalse(call.failure().mayHaveRun());
        assertEquals(completion.counters().queuedBytes(), 0);
        assertEquals(pool.metrics().get(0).waiting(), 0);
    }

    @Test(timeOut = 60_000)
    public void aCallThatCannotMoveStaysWhereItWaits() {
        EndpointSet endpoints = new EndpointSet(context, (connection, host, port) -> {}, new QuietListener());
        endpoints.endpoints(List.of(EndpointAddress.of("127.0.0.1", 1), EndpointAddress.of("127.0.0.1", 2)));
        Endpoint here = endpoints.all().get(0);
        Endpoint there = endpoints.all().get(1);
        LargeCall call = new LargeCall();
        HeldMessage message = HeldMessage.of(context, call, Pools.EMPTY_CALL, (refused, why) -> {});
        assertTrue(here.enqueue(call, message));
        call.failAt(2); // first it is looked up
        expectThrows(OutOfMemoryError.class, () -> here.moveWaiting(any -> Optional.of(there)));
        assertEquals(here.waiting() + there.waiting(), 1);
        assertSame(Endpoint.of(call.connection()), here);
        here.moveWaiting(any -> Optional.of(there));
        assertEquals(here.waiting(), 0);
        assertEquals(there.waiting(), 1);
        assertTrue(call.connection().cancel(call));
        assertEquals(there.waiting(), 0);
        assertEquals(completion.counters().queuedBytes(), 0);
        endpoints.close();
    }

    /** A call for which a map has no memory, at the beginning of one of its methods. */
    private static final class LargeCall extends RecordedCall {
        private int untilFailure;

        /** Fails one of the next uses of a map; 1 is the next one. */
        void failAt(int use) {
            untilFailure = use;
        }

        @Override
        public int hashCode() {
            if (untilFailure > 0 && --untilFailure == 0) {
                throw new OutOfMemoryError("thrown by a test");
            }
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    @Test(timeOut = 60_000)
    public void anOverdueCallThatCannotBeEndedIsCheckedAgain() {
        InFlightTable calls = new InFlightTable(4);
        List<PendingCall> notified = new CopyOnWriteArrayList<>();
        AtomicInteger failures = new AtomicInteger(2);
        RecordedCall bad = new RecordedCall(false, TIMEOUT_NANOS, 0);
        RecordedCall good = new RecordedCall(false, TIMEOUT_NANOS, 0);
        CallDeadlines deadlines = new CallDeadlines(threads.timers(), clock::get, calls, new CallDeadlines.Listener() {
            @Override
            public void overdue(PendingCall call, long now) {
                if (call.equals(bad) && failures.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("thrown by a test");
                }
                call.abandon();
                notified.add(call);
            }

            @Override
            public void overdueEnded() {}
        });
        for (PendingCall call : List.of(bad, good)) {
            calls.register(call, null);
            deadlines.watch(call);
        }
        pass(2 * TIMEOUT_NANOS);
        Await.that("the other call is not notified", () -> notified.equals(List.of(good)));
        Await.that("the deadline was lost", () -> {
            pass(RETRY_NANOS);
            return notified.equals(List.of(good, bad));
        });
        assertEquals(failures.get(), -1);
    }

    /** The connection has already ended the call, so nothing else would find it again. */
    @Test(timeOut = 60_000)
    public void aFailedNotificationIsRepeatedOnce() throws Exception {
        StubbornCall call = new StubbornCall(2);
        PooledConnection connection = new PooledConnection(context, new QuietEndpoint(context));
        completion.counters().count(LiveCounters.Event.CALL);
        assertTrue(connection.take(call));
        connection.end(new EndReason(FailureCause.CONNECTION_RESET, "the test ends it"));
        Await.that("the end is never notified", () -> {
            pass(RETRY_NANOS);
            return call.failure.isDone();
        });
        assertSame(CallResults.result(call.failure).failure(), FailureCause.CONNECTION_RESET);
        assertEquals(call.attempts.get(), 3);
        assertEquals(completion.counters().failed(), 1, "counted once");
        assertEquals(completion.counters().inFlight(), 0);
    }

    @Test(timeOut = 60_000)
    public void aReplyThatCannotBeDeliveredEndsItsCallAndItsConnection() throws Exception {
        PooledConnection connection = new PooledConnection(context, new QuietEndpoint(context));
        StubbornCall call = new StubbornCall(0);
        RecordedCall behind = new RecordedCall(false, TIMEOUT_NANOS, 0);
        completion.counters().count(LiveCounters.Event.CALL);
        completion.counters().count(LiveCounters.Event.CALL);
        assertTrue(connection.take(call));
        assertTrue(connection.take(behind));
        call.beginSending();
        byte[] reply = Messages.reply(ThriftProtocol.COMPACT, "stubborn", call.sequenceId(), "text");
        expectThrows(OutOfMemoryError.class, () -> connection.replies(FrameBatch.of(reply, 0, reply.length)));
        assertTrue(connection.bytesRead());
        connection.broken(new OutOfMemoryError("as the filter says it"));
        assertFalse(connection.bytesRead(), "bytes behind lost ones are of no use");
        Await.that("the call did not end", call.failure::isDone);
        assertSame(CallResults.result(call.failure).failure(), FailureCause.UNREADABLE_REPLY);
        assertTrue(CallResults.result(call.failure).mayHaveRun());
        assertSame(behind.failure().failure(), FailureCause.CONNECTION_RESET);
        assertEquals(completion.counters().inFlight(), 0);
    }

    @Test(timeOut = 60_000)
    public void aBlockingCallerEndsItsOverdueCallItself() throws Exception {
        CompletableFuture<Void> stuck = new CompletableFuture<>();
        long origin = System.nanoTime();
        ClientThreads slow = new ClientThreads("stuck", 1, 1, () -> System.nanoTime() - origin);
        try {
            slow.timers().schedule(0, stuck::join);
            ClientContext real = new ClientContext(
                    CONFIG,
                    slow,
                    new CallCompletion(CONFIG, slow, () -> System.nanoTime() - origin),
                    context.codecs(),
                    () -> System.nanoTime() - origin);
            ConnectionPool pool = Pools.of(real, (connection, host, port) -> {});
            TransportCall call = new TransportCall("late", false, TIMEOUT_NANOS / 4, real, null);
            pool.start(call.attempt(), Pools.EMPTY_CALL);
            CallTimeoutException failure = expectThrows(CallTimeoutException.class, call::await);
            assertFalse(failure.mayHaveRun());
            assertEquals(real.completion().counters().timedOut(), 1);
        } finally {
            stuck.complete(null);
            slow.shutdown();
        }
    }

    /** The selector thread continues, the calls of the connection end, and the next ones use another connection. */
    @Test(timeOut = 60_000)
    public void anErrorInAReplyEndsTheConnection() throws Exception {
        AtomicInteger errors = new AtomicInteger(1);
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .protocol(transport -> new BrittleProtocol(transport, errors))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CallResults.failure(stub.echo("lost"), FailureCause.CONNECTION_RESET, true);
            Await.that(
                    "the connection is kept",
                    () -> client.counters().openConnections() == 0
                            || client.counters().connectAttempts() > 1);
            Await.that("no call succeeds any more", () -> succeeds(stub));
        }
    }

    private static boolean succeeds(Probe.FutureIface stub) {
        try {
            return stub.echo("found")
                    .get(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .equals("found");
        } catch (Exception e) {
            return false;
        }
    }

    /** Grizzly catches and logs what the selector loop throws; here the logger throws as well. */
    @Test(timeOut = 60_000)
    public void aSelectorSurvivesErrors() throws Exception {
        TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
        threads.install(transport);
        ThrowingIoStrategy strategy = new ThrowingIoStrategy(2);
        transport.setIOStrategy(strategy);
        Logger log = Grizzly.logger(SelectorRunner.class);
        ThrowingHandler handler = new ThrowingHandler();
        log.addHandler(handler);
        transport.start();
        try (SocketChannel client =
                SocketChannel.open(transport.bind("127.0.0.1", 0).getLocalAddress())) {
            assertTrue(client.isConnected());
            CallResults.result(strategy.survived);
            assertEquals(handler.thrown.get(), 2, "errors that escaped from the selector");
        } finally {
            log.removeHandler(handler);
            transport.shutdownNow();
        }
    }

    /** A call whose first notifications fail. */
    private static final class StubbornCall extends PendingCall {
        private final CompletableFuture<CallFailedException> failure = new CompletableFuture<>();
        private final AtomicInteger attempts = new AtomicInteger();
        private final int failures;

        StubbornCall(int failures) {
            super("stubborn", false, TIMEOUT_NANOS, 0);
            this.failures = failures;
        }

        @Override
        public void replied(CallCodec reply) {
            throw new OutOfMemoryError("thrown by a test");
        }

        @Override
        public void sent() {
            throw new IllegalStateException("it is not oneway");
        }

        @Override
        public void failed(CallFailedException cause) {
            if (attempts.incrementAndGet() <= failures) {
                throw new OutOfMemoryError("thrown by a test");
            }
            assertTrue(failure.complete(cause), "notified again");
        }

        @Override
        public boolean runsUserCode() {
            return true;
        }
    }

    /** A protocol that cannot read the first headers. */
    private static final class BrittleProtocol extends TCompactProtocol {
        private final AtomicInteger errors;

        BrittleProtocol(TTransport transport, AtomicInteger errors) {
            super(transport);
            this.errors = errors;
        }

        @Override
        public TMessage readMessageBegin() throws TException {
            if (errors.getAndDecrement() > 0) {
                throw new OutOfMemoryError("thrown by a test");
            }
            return super.readMessageBegin();
        }
    }

    @SuppressWarnings("rawtypes") // as in the methods of Grizzly
    private static final class ThrowingIoStrategy extends AbstractIOStrategy {
        private final CompletableFuture<Void> survived = new CompletableFuture<>();
        private final AtomicInteger errors;

        ThrowingIoStrategy(int errors) {
            this.errors = new AtomicInteger(errors);
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event, boolean isEventEnabled) {
            if (errors.getAndDecrement() > 0) {
                throw new OutOfMemoryError("thrown by a test");
            }
            survived.complete(null);
            return true;
        }
    }

    private static final class ThrowingHandler extends Handler {
        private final AtomicInteger thrown = new AtomicInteger();

        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().equals(Level.SEVERE)) {
                thrown.incrementAndGet();
                throw new OutOfMemoryError("thrown by a test");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
