package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests methods with their own threads and timeouts, together with methods that have none. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class MethodThreadsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int HELD = 100;
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private HeldProcessor processor;
    private final List<AutoCloseable> open = new ArrayList<>();
    private ThriftServer server;

    @BeforeMethod
    void makeProcessor() {
        processor = new HeldProcessor();
    }

    @AfterMethod(alwaysRun = true)
    void close() throws Exception {
        for (int id = HELD; id < HELD + 10; id++) {
            processor.release(id);
        }
        for (AutoCloseable each : open) {
            each.close();
        }
        open.clear();
    }

    private void start(ThriftServerBuilder builder) {
        server = builder.build().start();
        open.add(server);
    }

    private RawClient connect() throws Exception {
        RawClient client = new RawClient(server);
        open.add(client);
        return client;
    }

    private static byte[] hold(int id) throws Exception {
        return HeldProcessor.call(PROTOCOL, "hold", id);
    }

    private static byte[] fast(int id) throws Exception {
        return HeldProcessor.call(PROTOCOL, "fast", id);
    }

    private void awaitInFlight(int calls) {
        Await.that(calls + " calls in flight", () -> server.counters().inFlight() == calls);
    }

    /** There are more slow calls than the server has threads, but other calls do not wait for them. */
    public void aSlowMethodLeavesTheThreadsOfOthersAlone(Strategies strategy) throws Exception {
        start(strategy.builder(processor).method("hold", MethodOptions.ofThreads(1)));
        for (int id = HELD; id < HELD + 8; id++) {
            connect().sendFrames(hold(id));
        }
        awaitInFlight(8);
        RawClient other = connect().sendFrames(fast(1));
        assertEquals(other.readReply(PROTOCOL).sequenceId(), 1);
        awaitInFlight(8);
        Await.that("a slow call runs", () -> heldCalls() > 0);
        assertEquals(heldCalls(), 1);
        for (int id = HELD; id < HELD + 8; id++) {
            processor.release(id);
        }
        awaitInFlight(0);
        assertTrue(processor.mostRunning() <= 2, "slow calls ran at once");
    }

    /** Returns how many of the eight slow calls have started. */
    private int heldCalls() {
        int held = 0;
        for (int id = HELD; id < HELD + 8; id++) {
            held += processor.hasStarted(id) ? 1 : 0;
        }
        return held;
    }

    public void callsOfOneReadGoSeparateWays(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .method("hold", MethodOptions.ofThreads(1)));
        RawClient client = connect().sendFrames(fast(1), hold(HELD), fast(2), hold(HELD + 1), fast(3));
        Set<Integer> first = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            first.add(client.readReply(PROTOCOL).sequenceId());
        }
        assertEquals(first, Set.of(1, 2, 3));
        processor.awaitStart(HELD);
        assertFalse(processor.hasStarted(HELD + 1));
        processor.release(HELD);
        assertEquals(client.readReply(PROTOCOL).sequenceId(), HELD);
        processor.awaitStart(HELD + 1);
        processor.release(HELD + 1);
        assertEquals(client.readReply(PROTOCOL).sequenceId(), HELD + 1);
        awaitInFlight(0);
    }

    public void theOrderOfRepliesIsKept(Strategies strategy) throws Exception {
        start(strategy.builder(processor).method("hold", MethodOptions.ofThreads(1)));
        RawClient client = connect().sendFrames(hold(HELD), fast(1));
        processor.awaitStart(1);
        assertFalse(client.hasBytes());
        processor.release(HELD);
        assertEquals(client.readReply(PROTOCOL).sequenceId(), HELD);
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
    }

    public void whatTheQueueOfAMethodHasNoRoomForIsRejected(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .method(
                        "hold",
                        MethodOptions.of(WorkerThreadStrategy.ofThreads(1).withQueueCapacity(1))));
        connect().sendFrames(hold(HELD));
        processor.awaitStart(HELD);
        connect().sendFrames(hold(HELD + 1));
        awaitInFlight(2);
        RawClient rejected = connect().sendFrames(hold(HELD + 2));
        String message = rejected.readReply(PROTOCOL)
                .assertFailure("hold", HELD + 2, TApplicationException.INTERNAL_ERROR)
                .getMessage();
        assertTrue(message.contains("queueCapacity is 1"), message);
        assertEquals(rejected.sendFrames(fast(1)).readReply(PROTOCOL).sequenceId(), 1);
        processor.release(HELD);
        processor.release(HELD + 1);
        awaitInFlight(0);
        assertFalse(processor.hasStarted(HELD + 2));
    }

    public void methodsOfOneObjectShareItsThreads(Strategies strategy) throws Exception {
        MethodOptions shared = MethodOptions.ofThreads(1);
        start(strategy.builder(processor).method("hold", shared).method("fast", shared));
        connect().sendFrames(hold(HELD));
        processor.awaitStart(HELD);
        RawClient waiting = connect().sendFrames(fast(1));
        RawClient other = connect().sendFrames(HeldProcessor.call(PROTOCOL, "other", 2));
        assertEquals(other.readReply(PROTOCOL).sequenceId(), 2);
        assertFalse(processor.hasStarted(1));
        processor.release(HELD);
        assertEquals(waiting.readReply(PROTOCOL).sequenceId(), 1);
    }

    public void methodsOfSeveralObjectsDoNot(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .method("hold", MethodOptions.ofThreads(1))
                .method("fast", MethodOptions.ofThreads(1)));
        connect().sendFrames(hold(HELD));
        processor.awaitStart(HELD);
        assertEquals(connect().sendFrames(fast(1)).readReply(PROTOCOL).sequenceId(), 1);
        assertTrue(processor.awaitStart(1).getName().startsWith(server.config().name() + "-fast-worker-"));
    }

    /** A quick method runs on the thread that reads, whatever other methods do. */
    public void sameThreadForAMethod(Strategies strategy) throws Exception {
        start(strategy.builder(processor).method("fast", MethodOptions.of(SameThreadStrategy.create())));
        RawClient client = connect().sendFrames(fast(1), fast(2));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 2);
        String reader = strategy == Strategies.LEADER_FOLLOWER ? "-follower-" : "-selector-";
        assertTrue(processor.awaitStart(1).getName().startsWith(server.config().name() + reader));
    }

    public void prioritiesWithinAMethod(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .priorities(PriorityClassifier.FROM_HEADER)
                .method("hold", MethodOptions.ofThreads(1)));
        connect().sendFrames(hold(HELD));
        processor.awaitStart(HELD);
        connect()
                .sendFrames(
                        HeaderFrame.of(PROTOCOL, HELD + 1, hold(HELD + 1))
                                .header(CallPriority.HEADER, CallPriority.BEST_EFFORT.headerValue())
                                .bytes(),
                        HeaderFrame.of(PROTOCOL, HELD + 2, hold(HELD + 2))
                                .header(CallPriority.HEADER, CallPriority.HIGH.headerValue())
                                .bytes());
        awaitInFlight(3);
        processor.release(HELD);
        boolean isServed =
                strategy != Strategies.SAME_THREAD; // without a queue for priorities, their function is not called
        processor.awaitStart(isServed ? HELD + 2 : HELD + 1);
        assertFalse(processor.hasStarted(isServed ? HELD + 1 : HELD + 2));
    }

    public void theCallTimeoutOfAMethod(Strategies strategy) throws Exception {
        Map<String, Duration> remaining = new ConcurrentHashMap<>();
        ServerInterceptor observer = new ServerInterceptor() {
            @Override
            public ServerCallListener begin(CallContext call) {
                remaining.put(call.method(), call.remaining());
                return ServerCallListener.IGNORED;
            }
        };
        start(strategy.builder(processor)
                .interceptor(observer)
                .method("hold", MethodOptions.ofThreads(1).withCallTimeout(HALF_AN_HOUR)));
        processor.release(HELD);
        RawClient client = connect().sendFrames(hold(HELD), fast(1));
        client.readReply(PROTOCOL);
        client.readReply(PROTOCOL);
        assertTrue(remaining.get("hold").compareTo(HALF_AN_HOUR) <= 0, remaining.toString());
        assertTrue(remaining.get("fast").compareTo(HALF_AN_HOUR) > 0, remaining + ", the server allows an hour");
    }

    public void waitingCallsOfAClosedConnectionAreDropped(Strategies strategy) throws Exception {
        start(strategy.builder(processor).method("hold", MethodOptions.ofThreads(1)));
        connect().sendFrames(hold(HELD));
        processor.awaitStart(HELD);
        RawClient gone = connect().sendFrames(hold(HELD + 1), hold(HELD + 2));
        awaitInFlight(3);
        gone.reset();
        Await.that("calls are dropped", () -> server.counters().droppedCalls() == 2);
        awaitInFlight(1);
        assertFalse(processor.hasStarted(HELD + 1) || processor.hasStarted(HELD + 2));
    }

    public void threadsOfMethodsEndWithTheServer(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .shutdownGrace(Duration.ZERO)
                .method("hold", MethodOptions.ofThreads(2))
                .method("fast", MethodOptions.of(strategy.ofThreads(2))));
        connect().sendFrames(hold(HELD), fast(1));
        processor.awaitStart(HELD);
        Set<Thread> threads = ServerThreads.of(server);
        assertTrue(threads.stream().anyMatch(thread -> thread.getName().contains("-hold-worker-")), threads.toString());
        server.close();
        ServerThreads.assertEnd(threads);
    }

    /** A server that cannot start all threads stops those that it has started. */
    public void threadsThatCannotBeStarted(Strategies strategy) throws Exception {
        ThriftServer failing = strategy.builder(processor)
                .method("hold", MethodOptions.ofThreads(2))
                .method("fast", MethodOptions.of(new Unstartable()))
                .build();
        expectThrows(IllegalStateException.class, failing::start);
        ServerThreads.assertEnd(ServerThreads.of(failing));
    }

    private static final class Unstartable implements ProcessingStrategy {
        @Override
        public String name() {
            return "unstartable";
        }

        @Override
        public int defaultSelectorThreads() {
            return 1;
        }

        @Override
        public StrategyThreads start(String serverName, int selectorThreads) {
            throw new IllegalStateException("made up by a test");
        }
    }

    public void rejectionsAreCountedByMethod(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .method(
                        "hold",
                        MethodOptions.of(WorkerThreadStrategy.ofThreads(1).withQueueCapacity(1))));
        connect().sendFrames(hold(HELD));
        processor.awaitStart(HELD);
        connect().sendFrames(hold(HELD + 1));
        awaitInFlight(2);
        connect().sendFrames(hold(HELD + 2)).readReply(PROTOCOL);
        processor.release(HELD);
        processor.release(HELD + 1);
        awaitInFlight(0);
        assertEquals(
                server.metrics().methods().stream()
                        .mapToLong(method -> method.calls(ServerCallOutcome.Kind.REJECTED))
                        .sum(),
                1);
    }
}
