package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Parcel;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.call.PreviousAttempts;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.testkit.ReceivedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that a call without a reply is also made on another endpoint, and ends once. The tests wait for the hedge to arrive,
 * and let the servers reply in any order.
 */
@Test(timeOut = 60_000)
public final class HedgedCallsTest {
    private static final HedgePolicy SOON = HedgePolicy.afterDelay(HedgePolicy.MIN_DELAY);
    private static final RetryPolicy ONCE =
            RetryPolicy.create().withMaxRetries(1).withIdempotentMethods("echo", "held");

    private ProbeServer one;
    private ProbeServer other;

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    @BeforeMethod
    void start() throws IOException {
        one = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
        other = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws IOException {
        one.close();
        other.close();
    }

    private ThriftClientBuilder client() {
        return one.client()
                .endpoint(ProbeServer.HOST, other.port())
                .retries(ONCE)
                .hedging(SOON);
    }

    private static CompletableFuture<String> echo(CallStyle style, ThriftClient client) throws Exception {
        return style.futures(Probe.FutureIface.class, client::stub).echo("text");
    }

    /** The attempts at one call: one on each server, in either order. */
    private record Both(ReceivedCall first, ReceivedCall hedge) {}

    private Both takeBoth() throws InterruptedException {
        ReceivedCall here = one.take();
        ReceivedCall there = other.take();
        assertFalse(isHedge(here) && isHedge(there), "both say that they are not the first");
        assertTrue(isHedge(here) || isHedge(there), "both say that they are the first");
        return isHedge(here) ? new Both(there, here) : new Both(here, there);
    }

    private static boolean isHedge(ReceivedCall request) {
        return request.header(PreviousAttempts.HEADER).isPresent();
    }

    private static void assertHedges(ClientCounters counters, int hedges, int won) {
        assertEquals(counters.hedges(), hedges);
        assertEquals(counters.hedgesWon(), won);
        assertEquals(counters.retries(), 0);
        assertEquals(counters.callbackErrors(), 0, "a callback was called twice");
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void aHedgeWins(CallStyle style) throws Exception {
        try (ThriftClient client = client().build()) {
            CompletableFuture<String> call = echo(style, client);
            Both both = takeBoth();
            assertEquals(both.hedge().header(PreviousAttempts.HEADER).orElseThrow(), "1");
            ProbeCalls.reply(both.hedge());
            assertEquals(CallResults.result(call), "text");
            assertHedges(client.counters(), 1, 1);
            assertEquals(client.counters().calls(), 2);
            assertEquals(client.counters().completed(), 1);
            assertEquals(client.counters().failed(FailureCause.CANCELLED), 1);
            ProbeCalls.reply(both.first());
            Await.that("the loser had a place", () -> client.counters().lateReplies() == 1);
            assertHedges(client.counters(), 1, 1);
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void theFirstAttemptWins(CallStyle style) throws Exception {
        try (ThriftClient client = client().build()) {
            CompletableFuture<String> call = echo(style, client);
            Both both = takeBoth();
            ProbeCalls.reply(both.first());
            assertEquals(CallResults.result(call), "text");
            assertEquals(client.counters().failed(FailureCause.CANCELLED), 1);
            ProbeCalls.reply(both.hedge());
            Await.that("the loser had a place", () -> client.counters().lateReplies() == 1);
            assertHedges(client.counters(), 1, 0);
        }
    }

    /** Such as those of a broken server, which replies fast. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void anExceptionThatIsNotDeclaredLeavesTheCallToTheOther(CallStyle style) throws Exception {
        try (ThriftClient client = client().build()) {
            CompletableFuture<String> call = echo(style, client);
            Both both = takeBoth();
            both.hedge().replyException(new TApplicationException(TApplicationException.INTERNAL_ERROR, "broken"));
            Await.that("no reply", () -> client.counters().completed() == 1);
            assertFalse(call.isDone());
            ProbeCalls.reply(both.first());
            assertEquals(CallResults.result(call), "text");
            assertHedges(client.counters(), 1, 0);
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void aLostConnectionLeavesTheCallToTheOther(CallStyle style) throws Exception {
        try (ThriftClient client = client().build()) {
            CompletableFuture<String> call = echo(style, client);
            Both both = takeBoth();
            both.first().connection().reset();
            Await.that("the connection is not lost", () -> client.counters().failed() == 1);
            assertFalse(call.isDone());
            ProbeCalls.reply(both.hedge());
            assertEquals(CallResults.result(call), "text");
            assertHedges(client.counters(), 1, 1);
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void theLastAttemptToFailEndsTheCall(CallStyle style) throws Exception {
        try (ThriftClient client = client().build()) {
            CompletableFuture<String> call = echo(style, client);
            Both both = takeBoth();
            both.first().connection().reset();
            Await.that("the connection is not lost", () -> client.counters().failed() == 1);
            assertFalse(call.isDone());
            both.hedge().connection().reset();
            CallFailedException failure = CallResults.failure(call);
            assertTrue(failure.mayHaveRun(), failure.getMessage());
            assertEquals(failure.getSuppressed().length, 1, "the failure of the other attempt");
            assertHedges(client.counters(), 1, 0);
            assertEquals(client.counters().calls(), 2);
        }
    }

    /** The other call is older: if it were hedged, that would be a fourth request. */
    public void otherMethodsAreNotHedged() throws Exception {
        try (ThriftClient client = client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<Long> sum = stub.add(1, 2);
            Await.that("no call", () -> one.waiting() + other.waiting() == 1);
            ReceivedCall add = one.waiting() == 1 ? one.take() : other.take();
            assertEquals(ProbeCalls.name(add), "add");
            CompletableFuture<String> call = stub.echo("text");
            ProbeCalls.reply(takeBoth().hedge());
            assertEquals(CallResults.result(call), "text");
            assertHedges(client.counters(), 1, 1);
            assertEquals(one.waiting() + other.waiting(), 0);
            assertFalse(sum.isDone());
        }
    }

    public void aCancelledFutureAbandonsBoth() throws Exception {
        try (ThriftClient client = client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            takeBoth();
            assertTrue(call.cancel(false));
            assertEquals(client.counters().failed(FailureCause.CANCELLED), 2);
            assertEquals(client.counters().inFlight(), 0);
        }
    }

    public void anInterruptedCallerAbandonsBoth() throws Exception {
        try (ThriftClient client = client().build()) {
            CompletableFuture<String> call = new CompletableFuture<>();
            Probe.Iface stub = client.stub(Probe.Iface.class);
            Thread caller = new Thread(() -> {
                try {
                    call.complete(stub.echo("text"));
                } catch (Exception e) {
                    call.completeExceptionally(e);
                }
            });
            caller.start();
            takeBoth();
            caller.interrupt();
            CallResults.failure(call, FailureCause.CANCELLED, true);
            assertEquals(client.counters().failed(FailureCause.CANCELLED), 2);
            assertEquals(client.counters().inFlight(), 0);
            caller.join();
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void noHedgeWithoutBudget(CallStyle style) throws Exception {
        RetryPolicy policy = ONCE.withBudgetPercent(0).withBudgetPerSecond(0);
        try (ThriftClient client = client().retries(policy).build()) {
            CompletableFuture<String> call = echo(style, client);
            Await.that("no hedge is due", () -> client.counters().retriesOverBudget() == 1);
            Await.that("no call", () -> one.waiting() + other.waiting() == 1);
            ProbeCalls.reply((one.waiting() == 1 ? one : other).take());
            assertEquals(CallResults.result(call), "text");
            assertHedges(client.counters(), 0, 0);
            assertEquals(client.counters().calls(), 1);
        }
    }

    /** Interceptors see each attempt as a call. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void interceptorsSeeBoth(CallStyle style) throws Exception {
        Queue<String> begun = new ConcurrentLinkedQueue<>();
        Queue<ClientCallOutcome> ended = new ConcurrentLinkedQueue<>();
        try (ThriftClient client = client().interceptor(call -> {
                    begun.add(call.method());
                    return ended::add;
                })
                .build()) {
            CompletableFuture<String> call = echo(style, client);
            ProbeCalls.reply(takeBoth().hedge());
            assertEquals(CallResults.result(call), "text");
            assertEquals(List.copyOf(begun), List.of("echo", "echo"));
            assertEquals(
                    ended.stream()
                            .map(outcome ->
                                    outcome.failure().map(FailureCause::name).orElse("" + outcome.kind()))
                            .sorted()
                            .toList(),
                    List.of("CANCELLED", "REPLIED"));
        }
    }

    /** The second reply arrives before the caller has handled the first one: both attempts end. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void bothRepliesArriveAtOnce(CallStyle style) throws Exception {
        Queue<ClientCallOutcome> ended = new ConcurrentLinkedQueue<>();
        Queue<ReceivedCall> second = new ConcurrentLinkedQueue<>();
        AtomicReference<ThriftClient> own = new AtomicReference<>();
        ClientCallListener listener = outcome -> {
            if (ended.isEmpty()) {
                reply(second.remove());
                if (style == CallStyle.BLOCKING) { // the others occupy the selector thread here
                    Await.that(
                            "no second reply",
                            () -> ClientInternals.placesTaken(own.get()).equals(List.of(0, 0)));
                }
            }
            ended.add(outcome);
        };
        try (ThriftClient client = client().interceptor(call -> listener).build()) {
            own.set(client);
            CompletableFuture<String> call = echo(style, client);
            Both both = takeBoth();
            second.add(both.hedge());
            ProbeCalls.reply(both.first());
            assertEquals(CallResults.result(call), "text");
            Await.that("an attempt is in flight", () -> client.counters().inFlight() == 0);
            assertEquals(client.counters().calls(), 2);
            assertEquals(ended.size(), 2);
            assertHedges(client.counters(), 1, 0);
            assertTrue(client.shutdown(Duration.ofSeconds(20)), "an attempt has not ended");
        }
    }

    private static void reply(ReceivedCall request) {
        try {
            ProbeCalls.reply(request);
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The latency is measured on the first hundred calls. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void afterTheMeasuredTime(CallStyle style) throws Exception {
        try (ThriftClient client =
                client().hedging(HedgePolicy.afterPercentile(95)).build()) {
            for (int i = 0; i < 100; i++) {
                CompletableFuture<String> call = echo(style, client);
                Await.that("no call", () -> one.waiting() + other.waiting() > 0);
                ProbeCalls.reply((one.waiting() > 0 ? one : other).take());
                assertEquals(CallResults.result(call), "text");
            }
            assertHedges(client.counters(), 0, 0);
            CompletableFuture<String> slow = echo(style, client);
            ProbeCalls.reply(takeBoth().hedge());
            assertEquals(CallResults.result(slow), "text");
            assertHedges(client.counters(), 1, 1);
        }
    }

    /** A call without a reply from two servers gets a third attempt. */
    public void theNextHedgeFollowsTheFirst() throws Exception {
        try (ThriftClient client = client().retries(ONCE.withMaxRetries(2)).build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            Await.that("no second hedge", () -> one.waiting() + other.waiting() == 3);
            ProbeServer both = one.waiting() == 2 ? one : other;
            both.take();
            ReceivedCall last = both.take();
            assertEquals(last.header(PreviousAttempts.HEADER).orElseThrow(), "2");
            ProbeCalls.reply(last);
            assertEquals(CallResults.result(call), "text");
            assertHedges(client.counters(), 2, 1);
            assertEquals(client.counters().failed(FailureCause.CANCELLED), 2);
        }
    }

    /** A younger call of another client is hedged meanwhile. */
    public void aClientWithOneEndpointDoesNotHedge() throws Exception {
        try (ThriftClient alone = one.client()
                        .connectionsPerEndpoint(2)
                        .retries(ONCE)
                        .hedging(SOON)
                        .build();
                ThriftClient client = client().build()) {
            CompletableFuture<String> call = alone.stub(Probe.FutureIface.class).echo("text");
            ReceivedCall only = one.take();
            CompletableFuture<String> younger = echo(CallStyle.FUTURE, client);
            ProbeCalls.reply(takeBoth().hedge());
            assertEquals(CallResults.result(younger), "text");
            assertEquals(one.waiting(), 0);
            ProbeCalls.reply(only);
            assertEquals(CallResults.result(call), "text");
            assertHedges(alone.counters(), 0, 0);
            assertEquals(alone.counters().calls(), 1);
        }
    }

    /** The hedge is due before the caller waits: the timer detects that when it ends other calls of both connections. */
    public void aBlockingCallerThatIsLate() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch encoding = new CountDownLatch(1);
        Parcel parcel = new Parcel() {
            private static final long serialVersionUID = 1L;

            @Override
            public void write(TProtocol protocol) throws TException {
                encoding.countDown();
                Await.that("the test does not go on", () -> late.getCount() == 0);
                super.write(protocol);
            }
        };
        parcel.setName("name");
        RetryPolicy policy = ONCE.withIdempotentMethods("echoParcel");
        try (ThriftClient client =
                client().retries(policy).balancer(Balancer.roundRobin()).build()) {
            CompletableFuture<String> warm = echo(CallStyle.FUTURE, client);
            Both warmed = takeBoth();
            ProbeCalls.reply(warmed.hedge());
            assertEquals(CallResults.result(warm), "text");
            ProbeCalls.reply(warmed.first());
            Map<CompletableFuture<Long>, ReceivedCall> timedOut = callBoth(client);
            CompletableFuture<Parcel> call = CallStyle.BLOCKING
                    .futures(Probe.FutureIface.class, client::stub)
                    .echoParcel(parcel);
            Await.that("the call is not encoded", () -> encoding.getCount() == 0);
            for (CompletableFuture<Long> other : timedOut.keySet()) {
                CallResults.failure(other, FailureCause.TIMED_OUT, true);
            }
            for (ReceivedCall other : timedOut.values()) {
                ProbeCalls.reply(other);
            }
            Await.that("late replies", () -> client.counters().lateReplies() == 1 + timedOut.size());
            late.countDown();
            Both both = takeBoth();
            assertEquals(ProbeCalls.name(both.first()), "echoParcel");
            assertEquals(ProbeCalls.name(both.hedge()), "echoParcel");
            assertFalse(call.isDone());
        } finally {
            late.countDown();
        }
    }

    /** Makes calls that will time out, until each server has one. */
    private Map<CompletableFuture<Long>, ReceivedCall> callBoth(ThriftClient client) throws Exception {
        Map<CompletableFuture<Long>, ReceivedCall> calls = new HashMap<>();
        Set<ProbeServer> called = new HashSet<>();
        Probe.FutureIface stub =
                client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(Duration.ofMillis(500)));
        while (called.size() < 2) {
            CompletableFuture<Long> call = stub.add(1, 2);
            Await.that("no call", () -> one.waiting() + other.waiting() == 1 || call.isDone());
            if (call.isDone() && !CallResults.failure(call).mayHaveRun()) {
                continue; // on a busy machine, its deadline may pass before it is sent
            }
            Await.that("the call is lost", () -> one.waiting() + other.waiting() == 1);
            ProbeServer server = one.waiting() == 1 ? one : other;
            called.add(server);
            calls.put(call, server.take());
        }
        return calls;
    }

    /** The server that runs the other attempt is notified. */
    public void theServerOfTheLoserIsTold() throws Exception {
        ProbeHandler here = new ProbeHandler();
        ProbeHandler there = new ProbeHandler();
        CompletableFuture<Void> told = new CompletableFuture<>();
        ServerInterceptor watch = call -> {
            if (call.method().equals("held")) {
                call.onCancel(() -> told.complete(null));
            }
            return ServerCallListener.IGNORED;
        };
        try (ThriftServer server = server(here);
                ThriftServer second = server(there, watch);
                ThriftClient client = client(server, second)) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            Await.that("one server has no calls", () -> {
                CompletableFuture<Long> sum = stub.add(1, 2);
                CallResults.result(stub.add(3, 4));
                CallResults.result(sum);
                return here.calls() > 0 && there.calls() > 0;
            });
            CompletableFuture<String> call = stub.held("key");
            here.awaitHeld("key");
            there.awaitHeld("key");
            here.release("key");
            assertEquals(CallResults.result(call), "key");
            told.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
            there.releaseAll();
            Await.that("no cancelled call is counted", () -> second.counters().cancelledCalls() == 1);
            assertEquals(server.counters().cancelledCalls(), 0);
        } finally {
            here.releaseAll();
            there.releaseAll();
        }
    }

    private static ThriftClient client(ThriftServer one, ThriftServer other) {
        return PatientClient.builder()
                .endpoint(ProbeServer.HOST, one.port())
                .endpoint(ProbeServer.HOST, other.port())
                .dialect(Dialect.HEADER)
                .connectionsPerEndpoint(1)
                .callTimeout(Duration.ofMinutes(1))
                .retries(ONCE)
                .hedging(SOON)
                .build();
    }

    private static ThriftServer server(ProbeHandler handler, ServerInterceptor... interceptors) {
        ThriftServerBuilder builder = ThriftServer.builder()
                .name(UniqueName.of("hedged"))
                .listen(ProbeServer.HOST, 0)
                .limits(PatientLimits.builder().build())
                .processor(new Probe.Processor<>(handler));
        List.of(interceptors).forEach(builder::interceptor);
        return builder.build().start();
    }
}
