package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that calls that never ran are retried, on another endpoint if possible, and that others are not. */
@Test(timeOut = 60_000)
public final class RetriedCallsTest {
    private static final int ATTEMPTS = 2;

    private ProbeHandler full;
    private ProbeHandler free;
    private ThriftServer fullServer;
    private ThriftServer freeServer;
    private ThriftClient other;

    @BeforeMethod
    void start() {
        full = new ProbeHandler();
        free = new ProbeHandler();
        fullServer = server(full, 1);
        freeServer = server(free, 1_000);
        other = client(fullServer.port());
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        full.releaseAll();
        free.releaseAll();
        other.close();
        fullServer.close();
        freeServer.close();
    }

    private static ThriftServer server(ProbeHandler handler, int maxInFlight) {
        return ThriftServer.builder()
                .name(UniqueName.of("retried"))
                .listen("127.0.0.1", 0)
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .limits(PatientLimits.builder().maxInFlight(maxInFlight).build())
                .processor(new Probe.Processor<>(handler))
                .build()
                .start();
    }

    private static ThriftClient client(int... ports) {
        var builder = PatientClient.builder()
                .retries(RetryPolicy.create().withMaxRetries(ATTEMPTS).withBudgetPerSecond(10_000));
        for (int port : ports) {
            builder.endpoint("127.0.0.1", port);
        }
        return builder.build();
    }

    /** Takes the only place of the full server with a separate client. */
    private void fill() throws Exception {
        CompletableFuture<String> held = other.stub(Probe.FutureIface.class).held("held");
        full.awaitHeld("held");
        assertFalse(held.isDone());
    }

    public void theNumberOfAttemptsIsBounded() throws Exception {
        fill();
        try (ThriftClient client = client(fullServer.port())) {
            CallFailedException thrown = expectThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).echo("text"));
            assertEquals(thrown.failure(), FailureCause.SERVER_OVERLOADED);
            assertCounts(client, ATTEMPTS, 1 + ATTEMPTS);

            CallResults.failure(
                    client.stub(Probe.FutureIface.class).echo("text"), FailureCause.SERVER_OVERLOADED, false);
            assertCounts(client, 2 * ATTEMPTS, 2 * (1 + ATTEMPTS));

            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("text", callback);
            assertEquals(CallResults.failure(callback.end()).failure(), FailureCause.SERVER_OVERLOADED);
            assertCounts(client, 3 * ATTEMPTS, 3 * (1 + ATTEMPTS));
            full.releaseAll();
        }
    }

    private static void assertCounts(ThriftClient client, int retries, int calls) {
        assertEquals(client.counters().retries(), retries);
        assertEquals(client.counters().calls(), calls);
        assertEquals(client.counters().rejected(), calls);
    }

    public void anotherEndpointServesWhatTheFirstRejects() throws Exception {
        fill();
        try (ThriftClient client = client(fullServer.port(), freeServer.port())) {
            Probe.FutureIface futures = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = heldByTheFreeServer(futures); // so that both endpoints get connections
            long rejected = client.counters().rejected() - client.counters().retries();
            for (int i = 0; i < 20; i++) {
                assertEquals(client.stub(Probe.Iface.class).echo("text " + i), "text " + i);
                assertEquals(CallResults.result(futures.echo("future " + i)), "future " + i);
                CountedCallback<String> callback = new CountedCallback<>();
                client.stub(Probe.AsyncIface.class).echo("callback " + i, callback);
                assertEquals(CallResults.result(callback.end()), "callback " + i);
            }
            assertEquals(client.counters().rejected(), client.counters().retries() + rejected);
            free.releaseAll();
            assertEquals(CallResults.result(first), "first");
            full.releaseAll();
        }
    }

    /** Until the connection to the free server is open, all attempts of a call may go to the full one. */
    private CompletableFuture<String> heldByTheFreeServer(Probe.FutureIface futures) throws Exception {
        while (true) {
            CompletableFuture<String> call = futures.held("first");
            Await.that("neither held nor rejected", () -> free.isHeld("first") || call.isDone());
            if (!call.isDone()) {
                return call;
            }
            CallResults.failure(call, FailureCause.SERVER_OVERLOADED, false);
        }
    }

    /** The next attempt would fail at once, because the endpoint backs off. */
    public void theOnlyEndpointIsNotTriedAgainIfItCannotBeConnected() throws Exception {
        try (RefusingPort closed = new RefusingPort();
                ThriftClient client = client(closed.port())) {
            CallResults.failure(client.stub(Probe.FutureIface.class).echo("text"), FailureCause.CONNECT_FAILED, false);
            assertEquals(client.counters().calls(), 1);
            assertEquals(client.counters().retries(), 0);
        }
    }

    public void exceptionsOfTheServerAreResults() {
        try (ThriftClient client = client(freeServer.port())) {
            expectThrows(Refused.class, () -> client.stub(Probe.Iface.class).judge(1));
            assertEquals(client.counters().retries(), 0);
            assertEquals(client.counters().calls(), 1);
        }
    }
}
