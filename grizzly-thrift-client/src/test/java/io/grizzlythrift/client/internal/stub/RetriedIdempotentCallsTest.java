package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.call.PreviousAttempts;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.testkit.ReceivedCall;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that calls of idempotent methods are retried on another endpoint although they may have run, but not forever. */
@Test(timeOut = 60_000)
public final class RetriedIdempotentCallsTest {
    private static final RetryPolicy IDEMPOTENT = RetryPolicy.create().withIdempotentMethods("echo");

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

    private ThriftClientBuilder client(RetryPolicy policy) {
        return one.client().endpoint(ProbeServer.HOST, other.port()).retries(policy);
    }

    private static CompletableFuture<String> echo(CallStyle style, ThriftClient client) throws Exception {
        return style.futures(Probe.FutureIface.class, client::stub).echo("text");
    }

    /** Takes the next request, and returns which server has it. */
    private ProbeServer next() {
        Await.that("no request came", () -> one.waiting() + other.waiting() > 0);
        return one.waiting() > 0 ? one : other;
    }

    private static Optional<String> previousAttempts(ReceivedCall request) {
        return request.header(PreviousAttempts.HEADER);
    }

    /** Makes a call until both servers have a connection, so that there is another endpoint. */
    private void connectBoth(ThriftClient client) throws Exception {
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        while (client.counters().openConnections() < 2) {
            CompletableFuture<Long> unanswered = stub.add(1, 2);
            next().take().replyException(new TApplicationException("no sum"));
            CallResults.thrown(unanswered);
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void afterALostConnectionOnAnotherEndpoint(CallStyle style) throws Exception {
        try (ThriftClient client = client(IDEMPOTENT).build()) {
            connectBoth(client);
            long before = client.counters().calls();
            CompletableFuture<String> call = echo(style, client);
            ProbeServer server = next();
            ReceivedCall first = server.take();
            assertEquals(previousAttempts(first), Optional.empty());
            first.connection().reset();
            ReceivedCall second = (server == one ? other : one).take();
            assertEquals(previousAttempts(second), Optional.of("1"));
            ProbeCalls.reply(second);
            assertEquals(CallResults.result(call), "text");
            assertEquals(client.counters().retries(), 1);
            assertEquals(client.counters().calls(), before + 2);
            assertEquals(client.counters().callbackErrors(), 0);
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void othersAreNeverMadeTwice(CallStyle style) throws Exception {
        try (ThriftClient client =
                client(RetryPolicy.create().withIdempotentMethods("add")).build()) {
            CompletableFuture<String> call = echo(style, client);
            next().take().connection().reset();
            CallFailedException failure = CallResults.failure(call);
            assertTrue(failure.mayHaveRun(), failure.getMessage());
            assertEquals(client.counters().retries(), 0);
            assertEquals(client.counters().calls(), 1);
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void anExceptionIsAResult(CallStyle style) throws Exception {
        try (ThriftClient client = client(IDEMPOTENT).build()) {
            CompletableFuture<String> call = echo(style, client);
            next().take().replyException(new TApplicationException(TApplicationException.INTERNAL_ERROR, "broken"));
            assertEquals(CallResults.thrown(call).getMessage(), "broken");
            assertEquals(client.counters().calls(), 1);
        }
    }

    /** The second attempt was rejected, but the first one may have run. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void theFailureHoldsForAllAttempts(CallStyle style) throws Exception {
        try (ThriftClient client = client(IDEMPOTENT.withMaxRetries(1)).build()) {
            CompletableFuture<String> call = echo(style, client);
            next().take().connection().reset();
            next().take().replyException(new RejectedCall(RejectedCall.Reason.OVERLOADED, "full"));
            CallFailedException failure = CallResults.failure(call);
            assertTrue(failure.mayHaveRun(), failure.getMessage());
            assertEquals(((CallFailedException) failure.getSuppressed()[0]).failure(), FailureCause.SERVER_OVERLOADED);
            assertEquals(client.counters().retries(), 1);
            assertEquals(client.counters().callbackErrors(), 0);
        }
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void noRetryWithoutBudget(CallStyle style) throws Exception {
        RetryPolicy policy = IDEMPOTENT.withBudgetPercent(0).withBudgetPerSecond(0);
        try (ThriftClient client = client(policy).build()) {
            CompletableFuture<String> call = echo(style, client);
            next().take().replyException(new RejectedCall(RejectedCall.Reason.OVERLOADED, "full"));
            CallResults.failure(call, FailureCause.SERVER_OVERLOADED, false);
            assertEquals(client.counters().retries(), 0);
            assertEquals(client.counters().retriesOverBudget(), 1);
            assertEquals(client.counters().calls(), 1);
        }
    }

    /** The deadline covers all attempts. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void withinTheDeadline(CallStyle style) throws Exception {
        List<Duration> timeouts = new CopyOnWriteArrayList<>();
        try (ThriftClient client = client(IDEMPOTENT)
                .interceptor(call -> {
                    timeouts.add(call.timeout());
                    return ClientCallListener.IGNORED;
                })
                .build()) {
            CompletableFuture<String> call = echo(style, client);
            next().take().connection().reset();
            ProbeCalls.reply(next().take());
            assertEquals(CallResults.result(call), "text");
            assertTrue(timeouts.get(1).compareTo(timeouts.get(0)) < 0, timeouts.toString());
        }
    }

    public void aCancelledFutureAbandonsTheRetry() throws Exception {
        try (ThriftClient client = client(IDEMPOTENT).build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            next().take().connection().reset();
            ReceivedCall second = next().take();
            assertEquals(previousAttempts(second), Optional.of("1"));
            assertTrue(call.cancel(false));
            assertEquals(client.counters().failed(FailureCause.CANCELLED), 1);
            assertEquals(client.counters().calls(), 2);
            assertEquals(client.counters().inFlight(), 0);
        }
    }

    // ---- over several hops

    /** A server whose handler passes its calls on. */
    private static ThriftServer passingOn(Probe.Iface next) {
        Probe.Iface handler = (Probe.Iface) Proxy.newProxyInstance(
                Probe.Iface.class.getClassLoader(), new Class<?>[] {Probe.Iface.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(next, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return ThriftServer.builder()
                .name(UniqueName.of("passing-on"))
                .listen(ProbeServer.HOST, 0)
                .limits(PatientLimits.builder().build())
                .processor(new Probe.Processor<>(handler))
                .build()
                .start();
    }

    private static ThriftClientBuilder header(ThriftServer server) {
        return PatientClient.builder().endpoint(ProbeServer.HOST, server.port()).dialect(Dialect.HEADER);
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void callsOfARetriedCallAreNotRetried(CallStyle style) throws Exception {
        try (ThriftClient inner = client(IDEMPOTENT).build();
                ThriftServer server = passingOn(inner.stub(Probe.Iface.class));
                ThriftClient outer =
                        header(server).header(PreviousAttempts.HEADER, "2").build()) {
            CompletableFuture<String> call = echo(style, outer);
            ReceivedCall request = next().take();
            assertEquals(previousAttempts(request), Optional.of("2"), "on the next hop");
            request.connection().reset();
            assertTrue(CallResults.thrown(call) instanceof TApplicationException);
            assertEquals(inner.counters().calls(), 1);
            assertEquals(inner.counters().retries(), 0);
        }
    }

    public void callsOfAFirstAttemptAreRetried() throws Exception {
        try (ThriftClient inner = client(IDEMPOTENT).build();
                ThriftServer server = passingOn(inner.stub(Probe.Iface.class));
                ThriftClient outer = header(server).build()) {
            CompletableFuture<String> call = outer.stub(Probe.FutureIface.class).echo("text");
            ReceivedCall request = next().take();
            assertEquals(previousAttempts(request), Optional.empty());
            request.connection().reset();
            ReceivedCall second = next().take();
            assertEquals(previousAttempts(second), Optional.of("1"));
            ProbeCalls.reply(second);
            assertEquals(CallResults.result(call), "text");
            assertEquals(inner.counters().retries(), 1);
        }
    }

    /** A transport has no retries, but passes the header on. */
    public void callsOfTransportsCarryTheHeader() throws Exception {
        try (ThriftClient inner = client(IDEMPOTENT).build();
                ThriftServer server =
                        passingOn(new Probe.Client(ThriftProtocol.BINARY.getProtocol(inner.transport())));
                ThriftClient outer =
                        header(server).header(PreviousAttempts.HEADER, "1").build()) {
            CompletableFuture<String> call = outer.stub(Probe.FutureIface.class).echo("text");
            ReceivedCall request = next().take();
            assertEquals(previousAttempts(request), Optional.of("1"));
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(call), "text");
        }
    }
}
