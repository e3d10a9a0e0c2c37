package io.grizzlythrift.internal.dispatch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.internal.call.CancelNotice;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.Decision;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.InOrderStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests compressed calls of methods with their own threads. A thread of the server decompresses them, and the threads of
 * the method run them.
 */
@Test(timeOut = 60_000)
public final class LateRoutingTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int HELD = 100;
    private static final int OUT_OF_ORDER = 1;

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

    private static HeaderFrame call(String method, int id) throws Exception {
        return HeaderFrame.of(PROTOCOL, id, HeldProcessor.call(PROTOCOL, method, id))
                .flags(OUT_OF_ORDER);
    }

    private static byte[] compressed(String method, int id) throws Exception {
        return call(method, id).compress(HeaderFrame.ZLIB).bytes();
    }

    private static HeaderFrame read(RawClient client) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        assertEquals(reply.reply().sequenceId(), reply.sequenceId());
        return reply;
    }

    private void awaitInFlight(int calls) {
        Await.that(calls + " calls in flight", () -> server.counters().inFlight() == calls);
    }

    private void awaitNothingLeft() {
        awaitInFlight(0);
        Await.that("memory is released", () -> server.counters().bufferedBytes(MemoryPart.WAITING_FRAMES) == 0);
    }

    @DataProvider(name = "all")
    static Object[][] all() {
        List<Object[]> rows = new ArrayList<>();
        for (ProcessingStrategy ofMethod : List.of(
                WorkerThreadStrategy.ofThreads(2),
                AdaptiveStrategy.ofThreads(2),
                SameThreadStrategy.create(),
                new InOrderStrategy(WorkerThreadStrategy.ofThreads(2)))) {
            for (Strategies strategy : Strategies.values()) {
                rows.add(new Object[] {strategy.ofThreads(4), ofMethod});
            }
            rows.add(new Object[] {AdaptiveStrategy.ofThreads(4), ofMethod});
            rows.add(new Object[] {new InOrderStrategy(WorkerThreadStrategy.ofThreads(4)), ofMethod});
        }
        return rows.toArray(Object[][]::new);
    }

    /** Messages that are no calls have no method until a thread has decoded them; HTTP makes a read of each. */
    @Test(dataProvider = "all")
    void httpRequestsOfOneRead(ProcessingStrategy strategy, ProcessingStrategy ofMethod) throws Exception {
        start(Strategies.WORKER_THREAD
                .builder(processor)
                .protocol(PROTOCOL)
                .http(true)
                .strategy(strategy)
                .method("own", MethodOptions.of(ofMethod)));
        int requests = 5;
        ByteArrayOutputStream posts = new ByteArrayOutputStream();
        for (int id = 0; id < requests; id++) {
            byte[] message = HeldProcessor.call(PROTOCOL, "own", id);
            message[3] = TMessageType.REPLY;
            posts.writeBytes(("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + message.length + "\r\n\r\n")
                    .getBytes(US_ASCII));
            posts.writeBytes(message);
        }
        RawClient client = connect().send(posts.toByteArray()).endOutput();
        String responses = new String(client.readAll(), US_ASCII);
        assertEquals(responses.split("HTTP/1.1 200", -1).length - 1, requests, responses);
        awaitNothingLeft();
    }

    /** Each call gets its reply, on the threads of its method, compressed like the call. */
    @Test(dataProvider = "all")
    void manyOfOneRead(ProcessingStrategy strategy, ProcessingStrategy ofMethod) throws Exception {
        start(Strategies.WORKER_THREAD.builder(processor).strategy(strategy).method("own", MethodOptions.of(ofMethod)));
        int calls = 90;
        byte[][] frames = new byte[calls][];
        for (int id = 0; id < calls; id++) {
            String method = id % 2 == 0 ? "own" : "fast";
            frames[id] = id % 3 == 0 ? call(method, id).bytes() : compressed(method, id);
        }
        RawClient client = connect().sendFrames(frames);
        Set<Integer> replied = new HashSet<>();
        for (int i = 0; i < calls; i++) {
            HeaderFrame reply = read(client);
            if (reply.reply().isException()) {
                throw reply.reply().assertFailure("", reply.sequenceId(), TApplicationException.INTERNAL_ERROR);
            }
            int id = reply.sequenceId();
            assertEquals(reply.transforms(), id % 3 == 0 ? List.of() : List.of(HeaderFrame.ZLIB));
            assertTrue(replied.add(id));
            String thread = processor.awaitStart(id).getName();
            if (!(ofMethod instanceof SameThreadStrategy)) {
                assertEquals(thread.startsWith(server.config().name() + "-own-"), id % 2 == 0, thread);
            }
        }
        awaitNothingLeft();
    }

    /** The authorizer decides before the message is restored, so a call is not asked about again where it runs. */
    public void isAuthorizedOnce() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        start(Strategies.WORKER_THREAD
                .builder(processor)
                .authorizer((identity, service, method) -> {
                    asked.add(method);
                    return Decision.allow();
                })
                .method("own", MethodOptions.ofThreads(1)));
        RawClient client = connect().sendFrames(compressed("own", 1), compressed("fast", 2));
        int first = read(client).sequenceId();
        assertEquals(Set.of(first, read(client).sequenceId()), Set.of(1, 2));
        assertEquals(asked.stream().sorted().toList(), List.of("fast", "own"));
    }

    /** The thread that reads does not decompress: the call waits for a thread of the server first. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    void isDecompressedOnAThreadOfCalls(Strategies strategy) throws Exception {
        start(strategy.builder(processor).method("own", MethodOptions.ofThreads(1)));
        for (int id = 0; id < strategy.concurrentCalls(); id++) {
            connect().sendFrames(call("hold", HELD + id).bytes());
            processor.awaitStart(HELD + id);
        }
        RawClient client =
                connect().sendFrames(compressed("own", 1), call("own", 2).bytes());
        assertEquals(read(client).sequenceId(), 2);
        assertFalse(processor.hasStarted(1));
        processor.release(HELD);
        assertEquals(read(client).sequenceId(), 1);
        assertTrue(processor.awaitStart(1).getName().startsWith(server.config().name() + "-own-worker-"));
    }

    /** The next call of the read holds the only thread of the server. */
    public void doNotWaitForALaterHandler() throws Exception {
        start(Strategies.WORKER_THREAD
                .builder(processor)
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .method("own", MethodOptions.ofThreads(1)));
        RawClient client = connect().sendFrames(compressed("own", 1), compressed("hold", HELD));
        assertEquals(read(client).sequenceId(), 1);
        processor.release(HELD);
        assertEquals(read(client).sequenceId(), HELD);
    }

    /** Calls of one read that one thread moves take one place in the queue of the method. */
    public void takeOnePlace() throws Exception {
        start(Strategies.WORKER_THREAD
                .builder(processor)
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .method(
                        "hold",
                        MethodOptions.of(WorkerThreadStrategy.ofThreads(1).withQueueCapacity(1))));
        RawClient client = connect().sendFrames(compressed("hold", HELD));
        processor.awaitStart(HELD);
        client.sendFrames(compressed("hold", HELD + 1), compressed("hold", HELD + 2), compressed("hold", HELD + 3));
        awaitInFlight(4);
        connect().sendFrames(compressed("fast", 1)).readFrame();
        RawClient other = connect();
        Set<Integer> rejected = new HashSet<>();
        other.sendFrames(compressed("hold", HELD + 4), compressed("hold", HELD + 5));
        for (int i = 0; i < 2; i++) {
            HeaderFrame reply = read(other);
            String message = reply.reply()
                    .assertFailure("hold", reply.sequenceId(), TApplicationException.INTERNAL_ERROR)
                    .getMessage();
            assertTrue(message.contains("queueCapacity is 1"), message);
            rejected.add(reply.sequenceId());
        }
        assertEquals(rejected, Set.of(HELD + 4, HELD + 5));
        for (int id = HELD; id < HELD + 4; id++) {
            processor.release(id);
        }
        Set<Integer> served = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            served.add(read(client).sequenceId());
        }
        assertEquals(served, Set.of(HELD, HELD + 1, HELD + 2, HELD + 3));
        awaitNothingLeft();
    }

    /** The only thread of the server moves them in the order in which they arrive. */
    public void keepTheirPriorities() throws Exception {
        start(Strategies.WORKER_THREAD
                .builder(processor)
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .priorities(PriorityClassifier.FROM_HEADER)
                .method("hold", MethodOptions.ofThreads(1)));
        connect().sendFrames(compressed("hold", HELD));
        processor.awaitStart(HELD);
        RawClient client = connect()
                .sendFrames(call("hold", HELD + 1)
                        .header(CallPriority.HEADER, CallPriority.BEST_EFFORT.headerValue())
                        .compress(HeaderFrame.ZLIB)
                        .bytes());
        awaitMoved(client);
        client.sendFrames(call("hold", HELD + 2)
                .header(CallPriority.HEADER, CallPriority.HIGH.headerValue())
                .compress(HeaderFrame.ZSTD)
                .bytes());
        awaitMoved(client);
        processor.release(HELD);
        processor.awaitStart(HELD + 2);
        assertFalse(processor.hasStarted(HELD + 1));
    }

    /**
     * Waits until compressed calls of a connection wait for the threads of their method: the threads of the server have
     * run a later call of lower priority.
     */
    private void awaitMoved(RawClient client) throws Exception {
        for (int id = 1; id <= 3 * Strategies.THREADS; id++) {
            client.sendFrames(call("fast", id)
                    .header(CallPriority.HEADER, CallPriority.BEST_EFFORT.headerValue())
                    .compress(HeaderFrame.ZLIB)
                    .bytes());
            assertEquals(read(client).sequenceId(), id);
        }
    }

    public void areDroppedWithTheirConnection() throws Exception {
        start(Strategies.WORKER_THREAD.builder(processor).method("hold", MethodOptions.ofThreads(1)));
        connect().sendFrames(compressed("hold", HELD));
        processor.awaitStart(HELD);
        RawClient gone = connect().sendFrames(compressed("hold", HELD + 1), compressed("hold", HELD + 2));
        awaitInFlight(3);
        awaitMoved(gone);
        gone.reset();
        Await.that("calls are dropped", () -> server.counters().droppedCalls() == 2);
        awaitInFlight(1);
        assertFalse(processor.hasStarted(HELD + 1) || processor.hasStarted(HELD + 2));
        processor.release(HELD);
        awaitNothingLeft();
    }

    /** A call can be cancelled while it waits for the threads of its method. */
    public void canBeCancelled() throws Exception {
        start(Strategies.WORKER_THREAD.builder(processor).method("hold", MethodOptions.ofThreads(1)));
        connect().sendFrames(compressed("hold", HELD));
        processor.awaitStart(HELD);
        RawClient client =
                connect().sendFrames(call("fast", CloseNotice.CLIENT_ID).bytes()); // so that notices are accepted
        assertEquals(read(client).sequenceId(), CloseNotice.CLIENT_ID);
        client.sendFrames(compressed("hold", HELD + 1));
        awaitInFlight(2);
        awaitMoved(client);
        client.send(CancelNotice.encode(WireFormat.HEADER_BINARY, PROTOCOL, HELD + 1));
        awaitMoved(client); // the notice is read
        processor.release(HELD);
        HeaderFrame reply = read(client);
        assertTrue(reply.reply()
                .assertFailure("hold", HELD + 1, TApplicationException.INTERNAL_ERROR)
                .getMessage()
                .contains("cancelled"));
        assertFalse(processor.hasStarted(HELD + 1));
        awaitNothingLeft();
    }

    /** Replies leave in the order of the requests, whichever threads run the calls. */
    public void keepTheOrderOfReplies() throws Exception {
        start(Strategies.WORKER_THREAD.builder(processor).method("hold", MethodOptions.ofThreads(1)));
        RawClient client = connect()
                .sendFrames(
                        call("hold", HELD).flags(0).compress(HeaderFrame.ZLIB).bytes(),
                        call("fast", 1).flags(0).compress(HeaderFrame.ZLIB).bytes());
        processor.awaitStart(1);
        assertFalse(client.hasBytes());
        processor.release(HELD);
        assertEquals(read(client).sequenceId(), HELD);
        assertEquals(read(client).sequenceId(), 1);
    }

    public void onewayCalls() throws Exception {
        start(Strategies.WORKER_THREAD.builder(processor).method("own", MethodOptions.ofThreads(1)));
        byte[] oneway = HeaderFrame.of(PROTOCOL, 7, HeldProcessor.oneway(PROTOCOL, "own", 7))
                .compress(HeaderFrame.ZSTD)
                .bytes();
        RawClient client = connect().sendFrames(oneway, compressed("own", 8));
        assertEquals(read(client).sequenceId(), 8);
        processor.awaitStart(7);
        awaitNothingLeft();
    }
}
