package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.InOrderStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which waiting calls run first, and which are rejected. */
@Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
public final class PriorityTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int OUT_OF_ORDER = 1;
    private static final int LOW = 100;
    private static final int HIGH = 101;
    private static final int LAST = 102;

    private HeldProcessor processor;
    private final List<AutoCloseable> open = new ArrayList<>();
    private ThriftServer server;

    @BeforeMethod
    void makeProcessor() {
        processor = new HeldProcessor();
    }

    @AfterMethod(alwaysRun = true)
    void close() throws Exception {
        for (int id = 0; id < Strategies.THREADS; id++) {
            processor.release(id);
        }
        processor.release(LOW);
        processor.release(HIGH);
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

    /** Occupies each thread with a call of a separate connection. The sequence ids start at 0. */
    private void occupyThreads(Strategies strategy) throws Exception {
        assertEquals(occupyDespiteTarget(strategy), 0);
    }

    /** Does the same; repeats a call that waited for a thread too long itself, on a busy machine. Returns how often. */
    private int occupyDespiteTarget(Strategies strategy) throws Exception {
        int rejected = 0;
        for (int id = 0; id < strategy.concurrentCalls(); id++) {
            RawClient client = connect();
            while (!starts(client, id)) {
                assertOverTarget(HeaderFrame.read(client.readFrame()).reply(), "hold", id);
                rejected++;
            }
        }
        return rejected;
    }

    private boolean starts(RawClient client, int id) throws Exception {
        client.sendFrames(HeaderFrame.of(PROTOCOL, id, HeldProcessor.call(PROTOCOL, "hold", id))
                .bytes());
        Await.that("it neither starts nor gets a reply", () -> processor.hasStarted(id) || client.hasBytes());
        return processor.hasStarted(id);
    }

    private static void assertOverTarget(Reply reply, String method, int id) throws Exception {
        String message = reply.assertFailure(method, id, TApplicationException.INTERNAL_ERROR)
                .getMessage();
        assertTrue(
                message.matches("rejected: it waited for \\d+ ms, queueTarget is 1 ms while the server is overloaded"),
                message);
    }

    private void awaitInFlight(int calls) {
        Await.that(calls + " calls in flight", () -> server.counters().inFlight() == calls);
    }

    /**
     * Waits until the last calls of this client are queued; they are counted as in flight before that. Its next call is read
     * after that. This one is oneway, and the last to run.
     */
    private void awaitQueued(RawClient client, int calls) throws Exception {
        awaitInFlight(calls);
        client.sendFrames(HeaderFrame.of(PROTOCOL, LAST, HeldProcessor.oneway(PROTOCOL, "fast", LAST))
                .header(CallPriority.HEADER, CallPriority.BEST_EFFORT.headerValue())
                .bytes());
        awaitInFlight(calls + 1);
    }

    private static byte[] call(String method, int id, CallPriority priority, int flags) throws TException {
        return HeaderFrame.of(PROTOCOL, id, HeldProcessor.call(PROTOCOL, method, id))
                .header("Thrift_Priority", priority.headerValue())
                .header("other", "0")
                .flags(flags)
                .bytes();
    }

    private static int idOf(RawClient client) throws Exception {
        return HeaderFrame.read(client.readFrame()).reply().sequenceId();
    }

    public void higherCallsOvertakeThoseOfTheSameRead(Strategies strategy) throws Exception {
        start(strategy.builder(processor).priorities(PriorityClassifier.FROM_HEADER));
        occupyThreads(strategy);
        RawClient client = connect();
        client.sendFrames(
                call("hold", LOW, CallPriority.BEST_EFFORT, OUT_OF_ORDER),
                call("hold", HIGH, CallPriority.HIGH, OUT_OF_ORDER));
        awaitInFlight(strategy.concurrentCalls() + 2);
        processor.release(0);
        processor.awaitStart(HIGH);
        assertFalse(processor.hasStarted(LOW));
        processor.release(HIGH);
        assertEquals(idOf(client), HIGH);
        processor.awaitStart(LOW);
        processor.release(LOW);
        assertEquals(idOf(client), LOW);
        assertEquals(server.counters().calls(CallPriority.HIGH), 1);
        assertEquals(server.counters().calls(CallPriority.BEST_EFFORT), 1);
        assertEquals(server.counters().calls(CallPriority.NORMAL), strategy.concurrentCalls());
    }

    public void higherCallsOvertakeThoseOfOtherConnections(Strategies strategy) throws Exception {
        start(strategy.builder(processor).priorities(PriorityClassifier.FROM_HEADER));
        occupyThreads(strategy);
        RawClient low = connect();
        low.sendFrames(HeldProcessor.call(PROTOCOL, "hold", LOW)); // plain, so normal
        awaitInFlight(strategy.concurrentCalls() + 1);
        RawClient high = connect();
        high.sendFrames(call("hold", HIGH, CallPriority.IMPORTANT, 0));
        awaitQueued(high, strategy.concurrentCalls() + 2);
        processor.release(0);
        processor.awaitStart(HIGH);
        assertFalse(processor.hasStarted(LOW));
        processor.release(HIGH);
        processor.awaitStart(LOW);
        processor.release(LOW);
        assertEquals(low.readReply(PROTOCOL).sequenceId(), LOW);
    }

    /** The call runs sooner, but replies still leave in the order of the requests. */
    public void theOrderOfRepliesIsKept(Strategies strategy) throws Exception {
        start(strategy.builder(processor).priorities(PriorityClassifier.FROM_HEADER));
        occupyThreads(strategy);
        RawClient client = connect();
        client.sendFrames(
                call("hold", LOW, CallPriority.BEST_EFFORT, 0), call("hold", HIGH, CallPriority.HIGH_IMPORTANT, 0));
        awaitInFlight(strategy.concurrentCalls() + 2);
        processor.release(0);
        processor.awaitStart(HIGH);
        processor.release(HIGH);
        processor.awaitStart(LOW);
        awaitInFlight(strategy.concurrentCalls());
        assertFalse(client.hasBytes());
        processor.release(LOW);
        assertEquals(idOf(client), LOW);
        assertEquals(idOf(client), HIGH);
    }

    public void withoutTheOptionTheHeaderHasNoEffect(Strategies strategy) throws Exception {
        start(strategy.builder(processor));
        assertServedInOrder(strategy);
        assertEquals(server.counters().calls(CallPriority.HIGH), 0);
    }

    /** Calls of a connection run one after the other, so none can overtake another. */
    public void inOrderKeepsTheOrder(Strategies strategy) throws Exception {
        try (OwnLog log = OwnLog.start()) {
            start(strategy.builder(processor)
                    .strategy(new InOrderStrategy(strategy.ofThreads(Strategies.THREADS)))
                    .priorities(PriorityClassifier.FROM_HEADER));
            assertServedInOrder(strategy);
            assertEquals(log.count(Level.WARNING, "priorities and queueTarget have no effect"), 1);
        }
    }

    private void assertServedInOrder(Strategies strategy) throws Exception {
        occupyThreads(strategy);
        RawClient client = connect();
        client.sendFrames(
                call("hold", LOW, CallPriority.BEST_EFFORT, OUT_OF_ORDER),
                call("hold", HIGH, CallPriority.HIGH, OUT_OF_ORDER));
        awaitInFlight(strategy.concurrentCalls() + 2);
        processor.release(0);
        processor.awaitStart(LOW);
        assertFalse(processor.hasStarted(HIGH));
        processor.release(LOW);
        processor.awaitStart(HIGH);
        processor.release(HIGH);
        // Served in order, but each reply leaves with the thread that ran its call.
        int first = idOf(client);
        assertEquals(Set.of(first, idOf(client)), Set.of(LOW, HIGH));
    }

    /** If only one call of a read may run, it is the most important one, not the first. */
    public void theMostImportantCallsAreAdmitted(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .priorities(PriorityClassifier.FROM_HEADER)
                .limits(Strategies.patient().maxInFlight(1).build()));
        RawClient client = connect();
        client.sendFrames(
                call("fast", 1, CallPriority.BEST_EFFORT, 0),
                call("fast", 2, CallPriority.HIGH, 0),
                call("fast", 3, CallPriority.NORMAL, 0));
        for (int id = 1; id <= 3; id++) {
            Reply reply = HeaderFrame.read(client.readFrame()).reply();
            assertEquals(reply.sequenceId(), id);
            assertEquals(reply.isException(), id != 2, "call " + id);
        }
        assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT), 2);
        awaitInFlight(0);
    }

    /** Waiting calls are dropped with their connection, except for oneway calls, whatever their priorities. */
    public void waitingCallsOfAClosedConnectionAreDropped(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .priorities(PriorityClassifier.FROM_HEADER)
                .limits(Strategies.patientWithFrequentChecks().build()));
        occupyThreads(strategy);
        long others = server.counters().openConnections();
        RawClient client = connect();
        client.sendFrames(
                call("fast", LOW, CallPriority.BEST_EFFORT, OUT_OF_ORDER),
                HeaderFrame.of(PROTOCOL, HIGH, HeldProcessor.oneway(PROTOCOL, "fast", HIGH))
                        .header(CallPriority.HEADER, "1")
                        .bytes());
        RawClient gone = connect();
        gone.sendFrames(
                call("fast", LOW + 10, CallPriority.BEST_EFFORT, 0), call("fast", HIGH + 10, CallPriority.HIGH, 0));
        awaitInFlight(strategy.concurrentCalls() + 4);
        client.reset();
        gone.reset();
        Await.that("calls are dropped", () -> server.counters().droppedCalls() >= 2);
        Await.that("a connection is open", () -> server.counters().openConnections() == others);
        for (int id = 0; id < strategy.concurrentCalls(); id++) {
            processor.release(id);
        }
        processor.awaitStart(HIGH);
        awaitInFlight(0);
        int ran = processor.hasStarted(LOW) ? 1 : 0; // if a thread became free before the server had handled the close
        Await.that("all are dropped", () -> server.counters().droppedCalls() == 3 - ran);
    }

    public void queuedCallsAreRejectedWhenTheServerStops(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .priorities(PriorityClassifier.FROM_HEADER)
                .shutdownGrace(Duration.ZERO));
        occupyThreads(strategy);
        connect()
                .sendFrames(
                        call("fast", LOW, CallPriority.BEST_EFFORT, OUT_OF_ORDER),
                        call("fast", HIGH, CallPriority.HIGH, OUT_OF_ORDER));
        awaitInFlight(strategy.concurrentCalls() + 2);
        server.close();
        awaitInFlight(0);
        assertFalse(processor.hasStarted(LOW) || processor.hasStarted(HIGH));
    }

    /** The user's function may override the priority that the caller sets. */
    public void aFunctionChoosesByConnection(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .priorities(call -> call.header("tenant").isPresent() && call.peerAddress() != null
                        ? CallPriority.IMPORTANT
                        : CallPriority.BEST_EFFORT));
        RawClient client = connect();
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1), HeldProcessor.call(PROTOCOL, "fast", 2));
        client.readReply(PROTOCOL);
        client.readReply(PROTOCOL);
        RawClient tenant = connect();
        tenant.sendFrames(HeaderFrame.of(PROTOCOL, 1, HeldProcessor.call(PROTOCOL, "fast", 1))
                .persistent("tenant", "blue")
                .bytes());
        tenant.readFrame();
        tenant.sendFrames(HeaderFrame.of(PROTOCOL, 2, HeldProcessor.call(PROTOCOL, "fast", 2))
                .bytes());
        tenant.readFrame();
        assertEquals(server.counters().calls(CallPriority.BEST_EFFORT), 2);
        assertEquals(server.counters().calls(CallPriority.IMPORTANT), 2);
    }

    public void aFunctionThatFailsChoosesNormal(Strategies strategy) throws Exception {
        try (OwnLog log = OwnLog.start()) {
            start(strategy.builder(processor).priorities(call -> {
                if (call.header("fail").isPresent()) {
                    throw new IllegalStateException("made up by a test");
                }
                return null;
            }));
            RawClient client = connect();
            client.sendFrames(HeaderFrame.of(PROTOCOL, 1, HeldProcessor.call(PROTOCOL, "fast", 1))
                    .header("fail", "")
                    .bytes());
            assertEquals(idOf(client), 1);
            client.sendFrames(HeaderFrame.of(PROTOCOL, 2, HeldProcessor.call(PROTOCOL, "fast", 2))
                    .bytes());
            assertEquals(idOf(client), 2);
            assertEquals(server.counters().calls(CallPriority.NORMAL), 2);
            assertEquals(log.count(Level.SEVERE, "the priority of a call could not be determined"), 1, log.all());
        }
    }

    public void headersOfHttp(Strategies strategy) throws Exception {
        start(strategy.builder(processor).http(true).priorities(PriorityClassifier.FROM_HEADER));
        HttpRequest post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/"))
                .header("Content-Type", "application/x-thrift")
                .header("THRIFT_PRIORITY", "0")
                .POST(HttpRequest.BodyPublishers.ofByteArray(HeldProcessor.call(PROTOCOL, "fast", 1)))
                .build();
        HttpResponse<byte[]> response = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(post, HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(response.statusCode(), 200);
        assertEquals(server.counters().calls(CallPriority.HIGH_IMPORTANT), 1);
    }

    /** No thread becomes free, and the call is rejected long before queueTimeout. */
    public void aCallOverQueueTargetIsRejectedUnderOverload(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .limits(Strategies.patient()
                        .queueTarget(Duration.ofMillis(1))
                        .queueInterval(Duration.ofMillis(1))
                        .build()));
        int before = occupyDespiteTarget(strategy);
        RawClient client = connect();
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", LOW));
        assertOverTarget(client.readReply(PROTOCOL), "fast", LOW);
        assertEquals(server.counters().reached(LimitType.QUEUE_TARGET), before + 1);
        assertEquals(server.counters().reached(LimitType.QUEUE_TIMEOUT), 0);
        assertFalse(processor.hasStarted(LOW));
        for (int id = 0; id < strategy.concurrentCalls(); id++) {
            processor.release(id);
        }
        awaitInFlight(0);
    }

    /** Until the interval has passed, only queueTimeout applies. */
    public void aBurstIsServedHoweverLongItWaits(Strategies strategy) throws Exception {
        start(strategy.builder(processor)
                .limits(Strategies.patient()
                        .queueTarget(Duration.ofMillis(1))
                        .queueInterval(Duration.ofHours(1))
                        .build()));
        occupyThreads(strategy);
        RawClient client = connect();
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", LOW));
        awaitInFlight(strategy.concurrentCalls() + 1);
        Await.pass(Duration.ofMillis(20));
        processor.release(0);
        assertFalse(client.readReply(PROTOCOL).isException());
        assertEquals(server.counters().reached(LimitType.QUEUE_TARGET), 0);
    }

    @Test(timeOut = 60_000, dataProvider = "sameThread", dataProviderClass = PriorityTest.class)
    public void whereThereIsNoQueueTheServerSaysSo(Strategies strategy) throws Exception {
        try (OwnLog log = OwnLog.start()) {
            start(strategy.builder(processor).priorities(PriorityClassifier.FROM_HEADER));
            RawClient client = connect();
            client.sendFrames(call("fast", 1, CallPriority.BEST_EFFORT, 0), call("fast", 2, CallPriority.HIGH, 0));
            assertEquals(idOf(client), 1);
            assertEquals(idOf(client), 2);
            assertEquals(log.count(Level.WARNING, "the strategy has no queue for them"), 1, log.all());
        }
    }

    @DataProvider
    static Object[][] sameThread() {
        return new Object[][] {{Strategies.SAME_THREAD}};
    }
}
