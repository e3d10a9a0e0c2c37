package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.testkit.ReceivedCall;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.apache.thrift.TException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests deadlines and notices of cancelled calls on the wire, and what the calls of handlers inherit. */
@Test(timeOut = 120_000)
@SuppressWarnings("try") // some are closed before the end of their block
public final class DeadlineHeadersTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    private static ThriftServerBuilder server(Probe.Iface handler, int threads) {
        return ThriftServer.builder()
                .name(UniqueName.of("deadline-headers"))
                .listen(TestServer.HOST, 0)
                .limits(PatientLimits.builder().callTimeout(Duration.ofHours(1)).build())
                .strategy(WorkerThreadStrategy.ofThreads(threads))
                .processor(new Probe.Processor<>(handler));
    }

    private static ThriftClientBuilder client(int port) {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, port)
                .dialect(Dialect.HEADER)
                .connectionsPerEndpoint(1);
    }

    // ---- on the wire

    /** Less than the timeout, because time passes until the call is sent. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void callsCarryWhatIsLeft(CallStyle style) throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
                ThriftClient client = server.client().header("n", "v").build()) {
            for (int millis : new int[] {100_000, 3_600_000}) {
                CallOptions options = CallOptions.create().withTimeout(Duration.ofMillis(millis));
                CompletableFuture<String> call = style.futures(
                                Probe.FutureIface.class, type -> client.stub(type, options))
                        .echo("text");
                ReceivedCall request = server.take();
                Map<String, String> headers = request.headers();
                assertEquals(headers.get("n"), "v");
                int left = Integer.parseInt(headers.get("client_timeout"));
                assertTrue(left < millis && left > millis - 60_000, millis + ": " + left);
                ProbeCalls.reply(request);
                assertEquals(CallResults.result(call), "text");
            }
        }
    }

    /** A header of the user is sent as it is. */
    public void aTimeoutOfTheUser() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.HEADER, ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().header("Client_Timeout", "17").build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            ReceivedCall request = server.take();
            assertEquals(request.headers(), Map.of("Client_Timeout", "17"));
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(call), "text");
        }
    }

    /** Nobody waits for a oneway call. */
    public void onewayCallsCarryNone() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
                ThriftClient client = server.client().build()) {
            CallResults.result(client.stub(Probe.FutureIface.class).note("text"));
            assertEquals(server.take().headers(), Map.of());
        }
    }

    /** A server that does not say that it takes notices gets none. */
    public void noNoticeForOtherServers() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            ProbeCalls.reply(server.take());
            CallResults.result(first);
            CompletableFuture<String> cancelled = stub.echo("cancelled");
            server.take();
            assertTrue(cancelled.cancel(false));
            CompletableFuture<String> next = stub.echo("next");
            ReceivedCall request = server.take();
            assertEquals(ProbeCalls.text(request), "next"); // nothing came in between
            ProbeCalls.reply(request);
            CallResults.result(next);
            assertEquals(client.counters().cancelNotices(), 0);
        }
    }

    /** Also for each way to give up; the client frees the place of the call when its rejection comes. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void aCancelledCallNeverRuns(CallStyle style) throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = server(handler, 1).build().start();
                ThriftClient client = client(server.port()).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            assertEquals(CallResults.result(stub.echo("first")), "first");
            CompletableFuture<String> blocking = stub.held("blocking");
            handler.awaitHeld("blocking");
            CallOptions hurry = CallOptions.create().withTimeout(Duration.ofMillis(100));
            Probe.FutureIface hurried = style.futures(Probe.FutureIface.class, type -> client.stub(type, hurry));
            while (!CallResults.failure(hurried.held("late")).mayHaveRun()) {
                // on a busy machine, its deadline may pass before it is sent
            }
            CompletableFuture<String> cancelled = stub.held("cancelled");
            Await.that("not sent", () -> client.counters().sent() == 4);
            assertTrue(cancelled.cancel(false));
            assertEquals(client.counters().cancelNotices(), 2);
            CompletableFuture<String> last = stub.echo("last");
            Await.that("not read", () -> server.counters().calls() == 5); // and so the notices before it
            handler.release("blocking");
            assertEquals(CallResults.result(blocking), "blocking");
            assertEquals(CallResults.result(last), "last");
            assertFalse(handler.isHeld("late"));
            assertFalse(handler.isHeld("cancelled"));
            assertEquals(server.counters().rejectedCalls(), 2);
            assertEquals(server.counters().cancelledCalls() + server.counters().reached(LimitType.CLIENT_TIMEOUT), 2);
            Await.that("late replies", () -> client.counters().lateReplies() == 2);
            assertEquals(client.counters().unknownReplies(), 0);
            assertEquals(server.counters().calls(), 5);
        } finally {
            handler.releaseAll();
        }
    }

    /** Tests that notices are offered with the first reply, if the first call of a connection has none. */
    public void aFirstCallThatIsOneway() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = server(handler, 1).build().start();
                ThriftClient client = client(server.port()).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CallResults.result(stub.note("first"));
            assertEquals(CallResults.result(stub.echo("second")), "second");
            CompletableFuture<String> blocking = stub.held("blocking");
            handler.awaitHeld("blocking");
            CompletableFuture<String> cancelled = stub.held("cancelled");
            Await.that("not sent", () -> client.counters().sent() == 4);
            assertTrue(cancelled.cancel(false));
            assertEquals(client.counters().cancelNotices(), 1);
            CompletableFuture<String> last = stub.echo("last");
            Await.that("not read", () -> server.counters().calls() == 5); // and so the notice before it
            handler.release("blocking");
            assertEquals(CallResults.result(blocking), "blocking");
            assertEquals(CallResults.result(last), "last");
            assertFalse(handler.isHeld("cancelled"));
            assertEquals(server.counters().cancelledCalls(), 1);
        } finally {
            handler.releaseAll();
        }
    }

    /** What the server says to the library is not for the user. */
    public void theOfferIsNotAHeaderOfTheUser() throws Exception {
        List<Map<String, String>> replies = new CopyOnWriteArrayList<>();
        try (ThriftServer server = server(new ProbeHandler(), 1).build().start();
                ThriftClient client = client(server.port()).build()) {
            CallOptions options = CallOptions.create().onReplyHeaders(replies::add);
            client.stub(Probe.Iface.class, options).echo("text");
            assertEquals(replies, List.of(Map.of()));
        }
    }

    // ---- what calls in a handler inherit

    /** Forwards each call to a stub that may depend on the call. */
    private static Probe.Iface forward(Function<CallContext, Probe.Iface> stubs) {
        return (Probe.Iface) Proxy.newProxyInstance(
                DeadlineHeadersTest.class.getClassLoader(),
                new Class<?>[] {Probe.Iface.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.invoke(stubs.apply(CallContext.current().orElseThrow()), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A server that records the timeouts of the calls it gets. */
    private static ThriftServer recording(List<Optional<Duration>> timeouts, Probe.Iface handler) throws Exception {
        return server(handler, 4)
                .interceptor(call -> {
                    timeouts.add(call.clientTimeout());
                    return outcome -> {};
                })
                .build()
                .start();
    }

    public void theDeadline() throws Exception {
        List<Optional<Duration>> timeouts = new CopyOnWriteArrayList<>();
        CallOptions minute = CallOptions.create().withTimeout(MINUTE);
        try (ThriftServer back = recording(timeouts, new ProbeHandler());
                ThriftClient toBack =
                        client(back.port()).callTimeout(Duration.ofMinutes(30)).build();
                ThriftServer front = server(
                                forward(call -> toBack.stub(
                                        Probe.Iface.class,
                                        call.header("how").orElse("").equals("nothing")
                                                ? CallOptions.create().inheritingNothing()
                                                : CallOptions.create())),
                                2)
                        .build()
                        .start();
                ThriftClient toFront = client(front.port()).build();
                ThriftClient framed =
                        client(front.port()).dialect(Dialect.FRAMED).build()) {
            toFront.stub(Probe.Iface.class, minute).echo("inherits");
            assertTrue(timeouts.get(0).orElseThrow().compareTo(MINUTE) < 0, timeouts.toString());
            toFront.stub(Probe.Iface.class, minute.withHeader("how", "nothing")).echo("opts out");
            assertTrue(timeouts.get(1).orElseThrow().compareTo(Duration.ofMinutes(28)) > 0, timeouts.toString());
            toFront.stub(Probe.Iface.class, minute.withTimeout(Duration.ofHours(2)))
                    .echo("own is earlier");
            assertTrue(timeouts.get(2).orElseThrow().compareTo(Duration.ofMinutes(30)) < 0, timeouts.toString());
            assertTrue(timeouts.get(2).orElseThrow().compareTo(Duration.ofMinutes(28)) > 0, timeouts.toString());
            framed.stub(Probe.Iface.class, minute).echo("a framed caller gives none");
            assertTrue(timeouts.get(3).orElseThrow().compareTo(Duration.ofMinutes(28)) > 0, timeouts.toString());
        }
    }

    /** On another thread, the context says what is inherited. */
    public void theDeadlineOfAnotherThread() throws Exception {
        List<Optional<Duration>> timeouts = new CopyOnWriteArrayList<>();
        CompletableFuture<CallContext> context = new CompletableFuture<>();
        ProbeHandler held = new ProbeHandler();
        try (ThriftServer back = recording(timeouts, new ProbeHandler());
                ThriftClient toBack = client(back.port()).build();
                ThriftServer front = server(
                                forward(call -> {
                                    context.complete(call);
                                    return held;
                                }),
                                1)
                        .build()
                        .start();
                ThriftClient toFront = client(front.port()).build()) {
            CompletableFuture<String> call = toFront.stub(
                            Probe.FutureIface.class, CallOptions.create().withTimeout(MINUTE))
                    .held("a");
            CallOptions inheriting = CallOptions.create().inheriting(CallResults.result(context));
            toBack.stub(Probe.Iface.class, inheriting).echo("text");
            assertTrue(timeouts.get(0).orElseThrow().compareTo(MINUTE) < 0, timeouts.toString());
            toBack.stub(Probe.Iface.class).echo("text");
            assertTrue(timeouts.get(1).orElseThrow().compareTo(MINUTE) > 0, timeouts.toString());
            held.release("a");
            assertEquals(CallResults.result(call), "a");
        } finally {
            held.releaseAll();
        }
    }

    /** Its call ends, and so does the call at the back, whichever style the handler uses. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void theEndOfTheCaller(CallStyle style) throws Exception {
        for (boolean connectionCloses : new boolean[] {true, false}) {
            ProbeHandler handler = new ProbeHandler();
            CompletableFuture<CallContext> atBack = new CompletableFuture<>();
            try (ThriftServer back = server(
                                    forward(call -> {
                                        if (call.method().equals("held")) {
                                            atBack.complete(call);
                                        }
                                        return handler;
                                    }),
                                    2)
                            .build()
                            .start();
                    ThriftClient toBack = client(back.port()).build();
                    ThriftServer front = server(forward(call -> style.waiting(Probe.Iface.class, toBack::stub)), 2)
                            .build()
                            .start();
                    ThriftClient caller =
                            client(front.port()).shutdownGrace(Duration.ZERO).build()) {
                Probe.FutureIface stub = caller.stub(Probe.FutureIface.class);
                assertEquals(CallResults.result(stub.echo("first")), "first");
                CompletableFuture<String> call = stub.held("a");
                CallContext inBack = CallResults.result(atBack);
                assertFalse(inBack.isCancelled());
                if (connectionCloses) {
                    caller.close();
                } else {
                    call.cancel(false);
                }
                Await.that("the back is not told", inBack::isCancelled);
                assertEquals(front.counters().cancelledCalls(), 1);
                Await.that("not failed", () -> toBack.counters().failed(FailureCause.CANCELLED) == 1);
                assertEquals(toBack.counters().cancelNotices(), 1);
                assertEquals(back.counters().cancelledCalls(), 1);
                handler.release("a");
                Await.that("in flight", () -> front.counters().inFlight() == 0);
            } finally {
                handler.releaseAll();
            }
        }
    }

    /** Neither is sent: the deadline has passed, or the caller is gone, when the handler gets to its next call. */
    public void callsAfterTheEnd() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        List<ThriftClient> callers = new ArrayList<>();
        CompletableFuture<CallContext> context = new CompletableFuture<>();
        try (ThriftServer back = server(handler, 1).build().start();
                ThriftClient toBack = client(back.port()).build();
                ThriftServer front = server(
                                forward(call -> {
                                    context.complete(call);
                                    return handler;
                                }),
                                1)
                        .build()
                        .start();
                ThriftClient toFront = client(front.port()).build()) {
            CallFailedException late = timeOutInHandler(front.port(), context, callers);
            assertSame(late.failure(), FailureCause.TIMED_OUT, late.getMessage());
            CallContext call = CallResults.result(context);
            Await.that("time is left", () -> call.remaining().isZero());
            CompletableFuture<String> next = toBack.stub(
                            Probe.FutureIface.class, CallOptions.create().inheriting(call))
                    .echo("late");
            assertTrue(CallResults.failure(next, FailureCause.TIMED_OUT, false)
                    .getMessage()
                    .endsWith("the deadline of the call whose handler made it had passed"));
            assertEquals(back.counters().calls(), 0);
            handler.release("a");
            assertEquals(
                    CallResults.result(toFront.stub(Probe.FutureIface.class).echo("on")), "on");
        } finally {
            handler.releaseAll();
            callers.forEach(ThriftClient::close);
        }
    }

    /**
     * Makes a call that times out while its handler runs. On a busy machine its deadline may pass before that; then another
     * client makes the next one, because the server would be told that the first was given up.
     *
     * @param callers to be closed later, because the end of a connection cancels its calls
     */
    private static CallFailedException timeOutInHandler(
            int port, CompletableFuture<CallContext> begun, List<ThriftClient> callers) throws TException {
        CallOptions second = CallOptions.create().withTimeout(Duration.ofSeconds(1));
        CallFailedException failure;
        do {
            ThriftClient caller = client(port).shutdownGrace(Duration.ZERO).build();
            callers.add(caller);
            failure = CallResults.failure(
                    caller.stub(Probe.FutureIface.class, second).held("a"));
        } while (!begun.isDone());
        return failure;
    }
}
