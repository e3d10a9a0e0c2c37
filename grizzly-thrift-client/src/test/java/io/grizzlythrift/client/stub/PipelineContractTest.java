package io.grizzlythrift.client.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** What many calls at the same time do, the same with each kind of stub, each server and each protocol. */
@Test(timeOut = 60_000, dataProvider = "styles")
public final class PipelineContractTest extends ProbeContract {
    /** Each costs a thread when the stub waits. */
    private static final int CALLS = 100;

    @Factory(dataProvider = "serversAndProtocols", dataProviderClass = Servers.class)
    public PipelineContractTest(Servers kind, ThriftProtocol protocol) {
        super(kind, protocol);
    }

    /** What a call is asked for once it has ended. */
    private interface Check {
        void run() throws Exception;
    }

    /** The calls pile up behind one that is held, so that all of them are in flight at the same time. */
    public void eachCallGetsItsOwnAnswer(CallStyle style) throws Exception {
        String gate = "gate of " + style;
        Probe.FutureIface calls = futures(style);
        long sentBefore = client.counters().sent();
        CompletableFuture<String> first = calls.held(gate);
        handler.awaitHeld(gate);
        List<Check> checks = new ArrayList<>();
        try {
            for (int i = 0; i < CALLS; i++) {
                checks.add(begin(calls, i));
            }
            if (kind.reachOfSlowCalls() != Servers.Reach.CALL) {
                Await.that("not all were sent", () -> client.counters().sent() == sentBefore + CALLS + 1);
                assertEquals(client.counters().inFlight(), CALLS + 1);
            }
        } finally {
            handler.release(gate);
        }
        for (Check check : checks) {
            check.run();
        }
        assertEquals(CallStyle.result(first), gate);
    }

    private static Check begin(Probe.FutureIface calls, int i) throws Exception {
        switch (i % 4) {
            case 0 -> {
                CompletableFuture<String> answer = calls.echo("text " + i);
                return () -> assertEquals(CallStyle.result(answer), "text " + i);
            }
            case 1 -> {
                CompletableFuture<Long> answer = calls.add(i, 1L << 40);
                return () -> assertEquals(CallStyle.result(answer), Long.valueOf((1L << 40) + i));
            }
            case 2 -> {
                CompletableFuture<Integer> answer = calls.baseCheck(i);
                return () -> assertEquals(
                        expectThrows(Refused.class, () -> CallStyle.result(answer))
                                .getCode(),
                        i);
            }
            default -> {
                CompletableFuture<Void> answer = calls.ping();
                return () -> assertEquals(CallStyle.result(answer), null);
            }
        }
    }

    /** Not on servers where one slow call holds up everybody, which is how they are meant to be: see Servers.Reach. */
    @DataProvider
    Object[][] stylesWhereOtherCallsGoOn() {
        return kind.reachOfSlowCalls() == Servers.Reach.SERVER ? new Object[0][] : styles();
    }

    /**
     * Where replies leave as they are ready, on the very connection of the slow call; otherwise on another one, which
     * the client opens by itself.
     */
    @Test(dataProvider = "stylesWhereOtherCallsGoOn", timeOut = 60_000)
    public void aSlowCallDoesNotBlockOthers(CallStyle style) throws Exception {
        String key = "slow " + style;
        int connections = kind.reachOfSlowCalls() == Servers.Reach.CALL ? 1 : 2;
        try (ThriftClient pooled = newClient(connections)) {
            Probe.FutureIface calls = style.futures(Probe.FutureIface.class, pooled::stub);
            openAll(pooled, calls, key);
            CompletableFuture<String> slow = calls.held(key);
            handler.awaitHeld(key);
            for (int i = 0; i < 10; i++) {
                assertEquals(CallStyle.result(calls.echo("fast " + i)), "fast " + i);
            }
            assertFalse(slow.isDone());
            handler.release(key);
            assertEquals(CallStyle.result(slow), key);
            assertEquals(pooled.counters().openConnections(), connections);
        }
    }

    /** A call that finds the only connection busy opens another one, until there are as many as there may be. */
    private void openAll(ThriftClient pooled, Probe.FutureIface calls, String key) throws Exception {
        CompletableFuture<String> busy = calls.held(key + ", the first connection");
        handler.awaitHeld(key + ", the first connection");
        CompletableFuture<String> next = calls.echo("perhaps behind it");
        Await.that(
                "too few connections",
                () -> pooled.counters().openConnections() == pooled.config().connectionsPerEndpoint());
        handler.release(key + ", the first connection");
        // Replies are read by the thread that opened the connection: it is in use when they are there.
        CallStyle.result(busy);
        CallStyle.result(next);
    }
}
