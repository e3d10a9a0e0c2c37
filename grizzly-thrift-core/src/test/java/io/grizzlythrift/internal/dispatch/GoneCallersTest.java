package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.call.CancelNotice;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.testng.annotations.Test;

/**
 * Tests calls whose callers no longer wait: the deadline has passed, the call was cancelled, or the connection closed.
 */
@Test(timeOut = 120_000)
@SuppressWarnings("try") // some resources are closed before the end of their block
public final class GoneCallersTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final int WAIT_SECONDS = 30;

    /** Returns a server with one thread for calls: a call that is held makes all others wait. */
    private static ThriftServerBuilder ofOneThread(TProcessor processor) {
        return ThriftServer.builder()
                .name(UniqueName.of("gone-callers"))
                .listen("127.0.0.1", 0)
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .limits(PatientLimits.builder().build())
                .selectorThreads(1)
                .processor(processor);
    }

    private static HeaderFrame hold(int id, String key) throws Exception {
        return HeaderFrame.of(PROTOCOL, id, REQUESTS.call("hold", id, new Everything.hold_args(key)))
                .flags(FrameHeader.OUT_OF_ORDER);
    }

    private static HeaderFrame echo(int id) throws Exception {
        return HeaderFrame.of(PROTOCOL, id, REQUESTS.echoString(id, "text")).flags(FrameHeader.OUT_OF_ORDER);
    }

    private static byte[] notice(int id) throws Exception {
        byte[] notice = CancelNotice.encode(WireFormat.HEADER_BINARY, PROTOCOL, id);
        return Arrays.copyOfRange(notice, 4, notice.length);
    }

    private static HeaderFrame read(RawClient client) throws Exception {
        return HeaderFrame.read(client.readFrame());
    }

    private static String rejection(HeaderFrame reply, String method, int id) throws Exception {
        return reply.reply()
                .assertFailure(method, id, TApplicationException.INTERNAL_ERROR)
                .getMessage();
    }

    /** Makes the first call of a connection, as clients of this library do. Returns the headers of its reply. */
    private static Map<String, String> greet(RawClient client) throws Exception {
        client.sendFrames(echo(CloseNotice.CLIENT_ID).bytes());
        HeaderFrame reply = read(client);
        reply.reply().assertEchoString(CloseNotice.CLIENT_ID, "text");
        return reply.headers();
    }

    private static void letPass(long nanos) {
        long begin = System.nanoTime();
        Await.that("time stands still", () -> System.nanoTime() - begin > nanos);
    }

    // ---- deadlines

    public void aCallWhoseDeadlinePassedWhileItWaitedNeverRuns() throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (OwnLog log = OwnLog.start();
                ThriftServer server =
                        ofOneThread(new Everything.Processor<>(handler)).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(1, "first").bytes());
            handler.held("first").entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.sendFrames(
                    hold(2, "overdue").header(ClientTimeout.HEADER, "1").bytes(),
                    echo(3).header(ClientTimeout.HEADER, "600000").bytes(),
                    echo(4).bytes());
            Await.that("calls do not wait", () -> server.counters().inFlight() == 4);
            letPass(TimeUnit.MILLISECONDS.toNanos(2));
            handler.held("first").reply.complete("done");
            assertEquals(read(client).reply().sequenceId(), 1);
            assertEquals(rejection(read(client), "hold", 2), "rejected: its deadline had passed before it could start");
            read(client).reply().assertEchoString(3, "text");
            read(client).reply().assertEchoString(4, "text");
            assertFalse(handler.held("overdue").entered.isDone());
            assertEquals(server.counters().reached(LimitType.CLIENT_TIMEOUT), 1);
            assertEquals(server.counters().rejectedCalls(), 1);
            assertEquals(server.counters().cancelledCalls(), 0);
            assertEquals(log.count(Level.INFO, "and its client gave it 1 ms"), 1);
        } finally {
            handler.releaseAll();
        }
    }

    /** Replies are sent in the order of the calls, including that of the rejected call. */
    public void aRejectionKeepsItsPlace() throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server =
                        ofOneThread(new Everything.Processor<>(handler)).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(1, "first").flags(0).bytes());
            handler.held("first").entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.sendFrames(
                    echo(2).flags(0).bytes(),
                    echo(3).flags(0).header(ClientTimeout.HEADER, "1").bytes(),
                    echo(4).flags(0).bytes());
            Await.that("calls do not wait", () -> server.counters().inFlight() == 4);
            letPass(TimeUnit.MILLISECONDS.toNanos(2));
            handler.held("first").reply.complete("done");
            assertEquals(read(client).reply().sequenceId(), 1);
            read(client).reply().assertEchoString(2, "text");
            rejection(read(client), "echoString", 3);
            read(client).reply().assertEchoString(4, "text");
        } finally {
            handler.releaseAll();
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void whatIsLeft(Strategies strategy) throws Exception {
        AtomicReference<Optional<Duration>> given = new AtomicReference<>();
        AtomicReference<Duration> left = new AtomicReference<>();
        ServerLimits limits =
                PatientLimits.builder().callTimeout(Duration.ofMinutes(10)).build();
        try (OwnLog log = OwnLog.start();
                ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler() {
                            @Override
                            public String echoString(String value) {
                                CallContext call = CallContext.current().orElseThrow();
                                given.set(call.clientTimeout());
                                left.set(call.remaining());
                                return value;
                            }
                        }))
                        .limits(limits)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            String[] values = {"300000", "3600000", "0", "soon", "-1", ""};
            for (int i = 0; i < values.length; i++) {
                client.sendFrames(
                        echo(i).header(ClientTimeout.HEADER, values[i]).bytes());
                read(client).reply().assertEchoString(i, "text");
                Optional<Duration> expected =
                        i < 2 ? Optional.of(Duration.ofMillis(Long.parseLong(values[i]))) : Optional.empty();
                assertEquals(given.get(), expected);
                Duration most = i == 0 ? Duration.ofMinutes(5) : Duration.ofMinutes(10);
                assertTrue(left.get().compareTo(most) < 0, values[i] + " " + left);
                assertTrue(left.get().compareTo(most.minusMinutes(4)) > 0, values[i] + " " + left);
            }
            assertEquals(server.counters().protocolErrors(), 3);
            assertEquals(log.count(Level.WARNING, "ignored the client_timeout of a call of"), 1);
            assertEquals(server.counters().rejectedCalls(), 0);
        }
    }

    public void anAsynchronousHandlerThatIsTooLateForItsClient() throws Exception {
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = ofOneThread(handler.processor()).build().start();
                RawClient client = new RawClient(server)) {
            // Long enough for the handler to start on any machine.
            client.sendFrames(hold(1, "a").header(ClientTimeout.HEADER, "1000").bytes());
            HeaderFrame reply = read(client);
            String text = rejection(reply, "hold", 1);
            if (text.startsWith("the handler")) {
                assertEquals(text, "the handler has not replied within 1000 ms, which is client_timeout");
                assertEquals(server.counters().reached(LimitType.CALL_TIMEOUT), 1);
            } else { // the machine was busy
                assertEquals(server.counters().reached(LimitType.CLIENT_TIMEOUT), 1);
            }
        }
    }

    // ---- notices

    /** The server sends nothing about notices to other peers. */
    public void onlyClientsThatKnowNoticesAreOfferedThem() throws Exception {
        try (ThriftServer server = ofOneThread(new Everything.Processor<>(new EverythingHandler()))
                        .build()
                        .start();
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server);
                RawClient framed = new RawClient(server)) {
            assertEquals(greet(client), Map.of(CancelNotice.ACCEPTED, "true"));
            client.sendFrames(echo(1).bytes());
            assertEquals(read(client).headers(), Map.of());
            other.sendFrames(echo(1).bytes());
            assertEquals(read(other).headers(), Map.of());
            framed.sendFrames(REQUESTS.echoString(CloseNotice.CLIENT_ID, "text"));
            framed.readReply(PROTOCOL).assertEchoString(CloseNotice.CLIENT_ID, "text");
        }
    }

    /** Tests that the next reply offers notices if the first call has none. */
    public void aFirstCallThatIsOneway() throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server =
                        ofOneThread(new Everything.Processor<>(handler)).build().start();
                RawClient client = new RawClient(server)) {
            byte[] first = REQUESTS.oneway("note", CloseNotice.CLIENT_ID, new Everything.note_args("first"));
            client.sendFrames(
                    HeaderFrame.of(PROTOCOL, CloseNotice.CLIENT_ID, first)
                            .flags(FrameHeader.OUT_OF_ORDER)
                            .bytes(),
                    echo(1).bytes());
            assertEquals(read(client).headers(), Map.of(CancelNotice.ACCEPTED, "true"));
            client.sendFrames(echo(2).bytes());
            assertEquals(read(client).headers(), Map.of());
            client.sendFrames(hold(3, "first").bytes());
            handler.held("first").entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.sendFrames(echo(4).bytes(), notice(4));
            Await.that("calls do not wait", () -> server.counters().inFlight() == 2);
            client.sendFrames(notice(4), echo(5).bytes());
            Await.that("calls do not wait", () -> server.counters().inFlight() == 3);
            handler.held("first").reply.complete("done");
            assertEquals(read(client).reply().sequenceId(), 3);
            rejection(read(client), "echoString", 4);
            read(client).reply().assertEchoString(5, "text");
        } finally {
            handler.releaseAll();
        }
    }

    /**
     * Tests notices that arrive first: notices have not been offered, so these are oneway calls of an unknown method.
     */
    public void noticesAsFirstBytes() throws Exception {
        try (ThriftServer server = ofOneThread(new Everything.Processor<>(new EverythingHandler()))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            byte[][] notices = new byte[1_000][];
            for (int i = 0; i < notices.length; i++) {
                notices[i] = notice(i);
            }
            client.sendFrames(notices);
            client.sendFrames(echo(CloseNotice.CLIENT_ID).bytes());
            assertEquals(read(client).headers(), Map.of(CancelNotice.ACCEPTED, "true"));
            client.sendFrames(echo(1).bytes());
            read(client).reply().assertEchoString(1, "text");
            assertEquals(server.counters().cancelledCalls(), 0);
            assertEquals(server.counters().openConnections(), 1);
            Await.that("memory is kept", () -> server.counters().bufferedBytes() == 0);
        }
    }

    /** Tests ten thousand ids that never existed, while a running call keeps them from being forgotten. */
    public void noticesOfNoCalls() throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server =
                        ofOneThread(new Everything.Processor<>(handler)).build().start();
                RawClient client = new RawClient(server);
                RawClient neighbour = new RawClient(server)) {
            greet(client);
            client.sendFrames(hold(1, "first").bytes());
            handler.held("first").entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
            long before = server.counters().bufferedBytes();
            for (int round = 0; round < 100; round++) {
                byte[][] notices = new byte[100][];
                for (int i = 0; i < notices.length; i++) {
                    notices[i] = notice(1_000 + 100 * round + i);
                }
                client.sendFrames(notices);
            }
            client.sendFrames(hold(2, "second").bytes());
            Await.that("calls do not wait", () -> server.counters().inFlight() == 2);
            long kept = server.counters().bufferedBytes() - before;
            assertTrue(kept > 0 && kept < 256 * 1024, kept + " bytes");
            handler.held("first").reply.complete("done");
            assertEquals(read(client).reply().sequenceId(), 1);
            handler.held("second").reply.complete("done");
            assertEquals(read(client).reply().sequenceId(), 2);
            neighbour.sendFrames(echo(1).bytes());
            read(neighbour).reply().assertEchoString(1, "text");
            assertEquals(server.counters().cancelledCalls(), 0);
            assertEquals(server.counters().calls(), 4);
            Await.that("ids are kept", () -> server.counters().bufferedBytes() == 0);
        } finally {
            handler.releaseAll();
        }
    }

    public void aCallThatWaitsIsCancelled() throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server =
                        ofOneThread(new Everything.Processor<>(handler)).build().start();
                RawClient client = new RawClient(server)) {
            greet(client);
            client.sendFrames(hold(1, "first").bytes());
            handler.held("first").entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.sendFrames(hold(2, "cancelled").bytes(), echo(3).bytes());
            client.sendFrames(notice(2), notice(2), notice(99));
            Await.that("calls do not wait", () -> server.counters().inFlight() == 3);
            // In one read with their call. The reads of a connection are in order, so the notices above were read.
            client.sendFrames(hold(4, "cancelled").bytes(), notice(4), echo(5).bytes());
            Await.that("calls do not wait", () -> server.counters().inFlight() == 5);
            handler.held("first").reply.complete("done");
            assertEquals(read(client).reply().sequenceId(), 1);
            assertEquals(rejection(read(client), "hold", 2), "rejected: its client has cancelled it");
            read(client).reply().assertEchoString(3, "text");
            rejection(read(client), "hold", 4);
            read(client).reply().assertEchoString(5, "text");
            assertFalse(handler.held("cancelled").entered.isDone());
            assertEquals(server.counters().cancelledCalls(), 2);
            assertEquals(server.counters().rejectedCalls(), 2);
            assertEquals(server.counters().calls(), 6, "notices are no calls");
            // The id is free again.
            client.sendFrames(echo(2).bytes());
            read(client).reply().assertEchoString(2, "text");
        } finally {
            handler.releaseAll();
        }
    }

    /** A notice from a peer to which notices were not offered is a oneway call of an unknown method. */
    public void aNoticeOfAStranger() throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server =
                        ofOneThread(new Everything.Processor<>(handler)).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(1, "first").bytes());
            handler.held("first").entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.sendFrames(echo(2).bytes(), notice(2), echo(3).bytes());
            handler.held("first").reply.complete("done");
            assertEquals(read(client).reply().sequenceId(), 1);
            read(client).reply().assertEchoString(2, "text");
            read(client).reply().assertEchoString(3, "text");
            assertEquals(server.counters().cancelledCalls(), 0);
        } finally {
            handler.releaseAll();
        }
    }

    public void manyNotices() throws Exception {
        try (ThriftServer server = ofOneThread(new Everything.Processor<>(new EverythingHandler()))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            greet(client);
            for (int round = 0; round < 100; round++) {
                byte[][] notices = new byte[200][];
                for (int i = 0; i < notices.length; i++) {
                    notices[i] = notice(i);
                }
                client.sendFrames(notices);
            }
            client.sendFrames(echo(300).bytes());
            read(client).reply().assertEchoString(300, "text");
            assertEquals(server.counters().calls(), 2);
            assertEquals(server.counters().cancelledCalls(), 0);
            Await.that("memory is kept", () -> server.counters().bufferedBytes() == 0);
        }
    }

    // ---- running calls

    private static final class Watching extends EverythingHandler {
        final CompletableFuture<CallContext> context = new CompletableFuture<>();
        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public String hold(String key) throws org.apache.thrift.TException {
            CallContext call = CallContext.current().orElseThrow();
            call.onCancel(() -> told.add(key));
            context.complete(call);
            return super.hold(key);
        }
    }

    public void aRunningCallIsTold() throws Exception {
        for (boolean byNotice : new boolean[] {true, false}) {
            Watching handler = new Watching();
            try (ThriftServer server = ofOneThread(new Everything.Processor<>(handler))
                            .build()
                            .start();
                    RawClient client = new RawClient(server)) {
                greet(client);
                client.sendFrames(hold(1, "a").bytes());
                CallContext call = handler.context.get(WAIT_SECONDS, TimeUnit.SECONDS);
                assertFalse(call.isCancelled());
                if (byNotice) {
                    client.sendFrames(notice(1));
                } else {
                    client.reset(); // the end of the stream alone leaves the client the replies
                }
                Await.that("not told", () -> handler.told.equals(List.of("a")));
                assertTrue(call.isCancelled());
                handler.held("a").reply.complete("done");
                if (byNotice) { // the reply is still sent
                    assertEquals(read(client).reply().sequenceId(), 1);
                }
                Await.that("in flight", () -> server.counters().inFlight() == 0);
                assertEquals(server.counters().cancelledCalls(), 1);
                assertFalse(handler.held("a").interrupted.isDone());
            } finally {
                handler.releaseAll();
            }
        }
    }

    /** Framed calls are also cancelled when their connection closes. */
    public void aFramedCallIsTold() throws Exception {
        Watching handler = new Watching();
        try (ThriftServer server =
                        ofOneThread(new Everything.Processor<>(handler)).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(REQUESTS.call("hold", 1, new Everything.hold_args("a")));
            handler.context.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.reset();
            Await.that("not told", () -> handler.told.equals(List.of("a")));
            handler.releaseAll(); // before the server closes, which waits for the call
        } finally {
            handler.releaseAll();
        }
    }

    /** Tests a context that is first queried after its call has ended: nothing can cancel the call then. */
    public void aContextThatOutlivesItsCall() throws Exception {
        List<CallContext> kept = new CopyOnWriteArrayList<>();
        List<String> told = new CopyOnWriteArrayList<>();
        try (ThriftServer server = ofOneThread(new Everything.Processor<>(new EverythingHandler() {
                            @Override
                            public String echoString(String value) {
                                kept.add(CallContext.current().orElseThrow());
                                kept.add(CallContext.current().orElseThrow());
                                return value;
                            }
                        }))
                        .interceptor(call -> {
                            kept.add(call);
                            return outcome -> {};
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1).bytes());
            read(client).reply().assertEchoString(1, "text");
            assertSame(kept.get(1), kept.get(0));
            assertSame(kept.get(2), kept.get(0));
            client.sendFrames(echo(2).bytes()); // the previous call has left its thread
            read(client).reply().assertEchoString(2, "text");
            assertNotSame(kept.get(3), kept.get(0));
            client.close();
            Await.that("open", () -> server.counters().openConnections() == 0);
            assertFalse(kept.get(0).isCancelled());
            kept.get(0).onCancel(() -> told.add("told")).remove();
            assertEquals(told, List.of());
            assertEquals(kept.get(0).method(), "echoString");
            assertEquals(server.counters().cancelledCalls(), 0);
        }
    }

    public void anAsynchronousCallIsToldUntilItEnds() throws Exception {
        CompletableFuture<CallContext> context = new CompletableFuture<>();
        CompletableFuture<Runnable> reply = new CompletableFuture<>();
        List<String> told = new CopyOnWriteArrayList<>();
        AsyncEverything handler = new AsyncEverything(task -> {
            CallContext call = CallContext.current().orElseThrow();
            call.onCancel(() -> told.add(call.method()));
            if (call.header("later").isPresent()) {
                context.complete(call);
                reply.complete(task);
            } else {
                ForkJoinPool.commonPool().execute(task);
            }
        });
        try (ThriftServer server = ofOneThread(handler.processor()).build().start();
                RawClient client = new RawClient(server)) {
            greet(client);
            client.sendFrames(echo(1).header("later", "").bytes());
            CallContext call = context.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.sendFrames(notice(1));
            Await.that("not told", () -> told.equals(List.of("echoString")));
            assertTrue(call.isCancelled());
            reply.join().run();
            assertEquals(read(client).reply().sequenceId(), 1);
            client.sendFrames(echo(2).bytes());
            assertEquals(read(client).reply().sequenceId(), 2);
            client.sendFrames(notice(2));
            client.close();
            Await.that("open", () -> server.counters().openConnections() == 0);
            assertEquals(told, List.of("echoString"));
            assertEquals(server.counters().cancelledCalls(), 1);
        }
    }

    /**
     * With the option, a handler is interrupted, but never during another call. Each of many calls on the thread is
     * cancelled as it ends.
     */
    public void interrupts() throws Exception {
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                return Thread.currentThread().isInterrupted() ? "interrupted" : value;
            }
        };
        try (ThriftServer server = ofOneThread(new Everything.Processor<>(handler))
                        .interruptCancelledCalls(true)
                        .build()
                        .start();
                RawClient client = new RawClient(server);
                RawClient healthy = new RawClient(server)) {
            greet(client);
            client.sendFrames(hold(1, "a").bytes());
            handler.held("a").entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
            client.sendFrames(notice(1));
            handler.held("a").interrupted.get(WAIT_SECONDS, TimeUnit.SECONDS);
            assertTrue(read(client).reply().isException());
            for (int call = 2; call < 500; call++) {
                client.sendFrames(hold(call, "b" + call).bytes());
                handler.held("b" + call).entered.get(WAIT_SECONDS, TimeUnit.SECONDS);
                handler.held("b" + call).reply.complete("done"); // ends while the notice comes
                client.sendFrames(notice(call));
                healthy.sendFrames(echo(call).bytes());
                assertEquals(read(client).reply().sequenceId(), call);
                read(healthy).reply().assertEchoString(call, "text");
            }
        } finally {
            handler.releaseAll();
        }
    }
}
