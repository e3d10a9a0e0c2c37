package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.connection.SlowMethods;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that fast calls are replied to while slow ones run, with the defaults of our client and our server. */
@Test(timeOut = 120_000)
public final class SlowCallsTest {
    private static final int FAST_CALLS = 50;
    private static final String KEY = "slow";
    private static final int CONNECTIONS = 4;

    private ProbeHandler handler;
    private ThriftServer server;
    private ThriftClient client;
    private Probe.FutureIface stub;

    @BeforeMethod
    void start() throws Exception {
        handler = new ProbeHandler();
        server = ThriftServer.builder()
                .listen(TestServer.HOST, 0)
                .limits(PatientLimits.builder().build())
                .processor(new Probe.Processor<>(handler))
                .build();
        server.start();
        client = client(1024);
        stub = client.stub(Probe.FutureIface.class);
        CallResults.result(stub.baseEcho(0));
        learnEchoIsPrompt();
    }

    private ThriftClient client(int maxInFlightPerConnection) {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .connectionsPerEndpoint(CONNECTIONS)
                .maxInFlightPerConnection(maxInFlightPerConnection)
                .callTimeout(Duration.ofMinutes(1))
                .shutdownGrace(Duration.ZERO)
                .build();
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        client.close();
        server.close();
    }

    @DataProvider
    static Object[][] slowCalls() {
        return new Object[][] {{1}, {3}, {5}};
    }

    @Test(dataProvider = "slowCalls")
    public void fastCallsDoNotWaitForSlowOnes(int count) throws Exception {
        for (int i = 0; i < 2; i++) { // the method is known to be slow the second time
            List<CompletableFuture<String>> slow = new ArrayList<>();
            for (int j = 0; j < count; j++) {
                slow.add(stub.held(KEY + i));
            }
            callFast();
            for (CompletableFuture<String> call : slow) {
                assertFalse(call.isDone(), "it is held");
            }
            handler.release(KEY + i);
            for (CompletableFuture<String> call : slow) {
                assertEquals(CallResults.result(call), KEY + i);
            }
            learnHeldIsSlow();
        }
    }

    private void learnHeldIsSlow() {
        SlowMethods methods = (SlowMethods) ClientInternals.slowMethods(client);
        for (int i = 0; i < 3; i++) {
            methods.blocked("held");
        }
    }

    /** The first call of the method may have been slow. */
    private void learnEchoIsPrompt() {
        SlowMethods methods = (SlowMethods) ClientInternals.slowMethods(client);
        for (int i = 0; i < 3; i++) {
            methods.blockedNothing("baseEcho", true);
        }
    }

    public void theFirstCallOfAClientDoesNotHoldUpOthers() throws Exception {
        try (ThriftClient fresh = client(1024)) {
            Probe.FutureIface calls = fresh.stub(Probe.FutureIface.class);
            CompletableFuture<String> slow = calls.held(KEY);
            Await.that(
                    "it waits for the first connection", () -> fresh.counters().sent() == 1);
            awaitFree(fresh);
            assertEquals(CallResults.result(calls.echo("prompt")), "prompt");
            assertEquals(CallResults.result(calls.baseEcho(1)), Integer.valueOf(1));
            assertFalse(slow.isDone(), "it is held");
            handler.release(KEY);
            assertEquals(CallResults.result(slow), KEY);
        }
    }

    /** The reserve is free only up to a margin, so that many slow calls do not all wait for each other on few connections. */
    public void theReserveTakesSlowCallsIfThereAreMany() throws Exception {
        List<CompletableFuture<String>> slow = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            slow.add(stub.held(KEY));
            awaitFree(client);
        }
        addMany(slow);
        Await.that(
                "not all connections are open",
                () -> ClientInternals.placesTaken(client).size() == CONNECTIONS);
        addMany(slow);
        List<Integer> taken = ClientInternals.placesTaken(client);
        assertFalse(taken.contains(0), taken.toString());
        handler.release(KEY);
        for (CompletableFuture<String> call : slow) {
            assertEquals(CallResults.result(call), KEY);
        }
    }

    private void addMany(List<CompletableFuture<String>> slow) throws Exception {
        for (int i = 0; i < CONNECTIONS * Endpoint.MAX_STACKED; i++) {
            slow.add(stub.held(KEY));
        }
    }

    public void slowCallsUseAllConnectionsIfEachHasOneCallAtATime() throws Exception {
        try (ThriftClient single = client(1)) {
            Probe.FutureIface calls = single.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> slow = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                slow.add(calls.held(KEY));
                Await.that("a call waits", () -> single.counters().sent() == slow.size());
                awaitFree(single);
            }
            slow.add(calls.held(KEY));
            assertEquals(ClientInternals.placesTaken(single), List.of(1, 1, 1, 1));
            handler.release(KEY);
            for (CompletableFuture<String> call : slow) {
                assertEquals(CallResults.result(call), KEY);
            }
        }
    }

    public void fastCallsDoNotWaitForTheReplyOfAnAbandonedCall() throws Exception {
        CompletableFuture<String> slow = stub.held(KEY);
        handler.awaitHeld(KEY);
        assertTrue(slow.cancel(true));
        callFast();
        assertTrue(handler.isHeld(KEY));
    }

    /** Waits for a connection without calls: the client opens one without being called. */
    private static void awaitFree(ThriftClient client) {
        Await.that(
                "no connection is free",
                () -> ClientInternals.placesTaken(client).contains(0));
    }

    private void callFast() throws Exception {
        awaitFree(client);
        List<CompletableFuture<Integer>> fast = new ArrayList<>();
        for (int i = 0; i < FAST_CALLS; i++) {
            // Even if threads are so slow that the call before it seems to hold up replies.
            learnEchoIsPrompt();
            Await.that(
                    "all connections are blocked",
                    () -> ClientInternals.openConnections(client).stream()
                            .anyMatch(connection -> !connection.isBlocked()));
            fast.add(stub.baseEcho(i));
        }
        for (int i = 0; i < FAST_CALLS; i++) {
            assertEquals(CallResults.result(fast.get(i)), Integer.valueOf(i));
        }
    }
}
