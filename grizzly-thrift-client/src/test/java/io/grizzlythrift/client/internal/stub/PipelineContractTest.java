package io.grizzlythrift.client.internal.stub;

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

/** Tests concurrent calls, with each kind of stub, server and protocol. */
@Test(timeOut = 60_000, dataProvider = "styles")
public final class PipelineContractTest extends ProbeContract {
    /** The number of concurrent calls. Each needs a thread if the stub blocks. */
    private static final int CALLS = 100;

    @Factory(dataProvider = "serversAndProtocols", dataProviderClass = Servers.class)
    public PipelineContractTest(Servers kind, ThriftProtocol protocol) {
        super(kind, protocol);
    }

    /** Checks a call that has ended. */
    private interface Check {
        void run() throws Exception;
    }

    /** The calls wait behind a held one, so that all of them are in flight at once. */
    public void eachCallGetsItsOwnReply(CallStyle style) throws Exception {
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
                CompletableFuture<String> reply = calls.echo("text " + i);
                return () -> assertEquals(CallStyle.result(reply), "text " + i);
            }
            case 1 -> {
                CompletableFuture<Long> reply = calls.add(i, 1L << 40);
                return () -> assertEquals(CallStyle.result(reply), Long.valueOf((1L << 40) + i));
            }
            case 2 -> {
                CompletableFuture<Integer> reply = calls.baseCheck(i);
                return () -> assertEquals(
                        expectThrows(Refused.class, () -> CallStyle.result(reply))
                                .getCode(),
                        i);
            }
            default -> {
                CompletableFuture<Void> reply = calls.ping();
                return () -> assertEquals(CallStyle.result(reply), null);
            }
        }
    }

    /** Excludes the servers on which one slow call blocks all others by design: see Servers.Reach. */
    @DataProvider
    Object[][] stylesWhereOtherCallsContinue() {
        return kind.reachOfSlowCalls() == Servers.Reach.SERVER ? new Object[0][] : styles();
    }

    /**
     * Later calls use the connection of the slow call if replies leave as completed; otherwise another one, which the client
     * opens.
     */
    @Test(dataProvider = "stylesWhereOtherCallsContinue", timeOut = 60_000)
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

    /** Opens all connections: a call that finds the connections busy opens another one, up to the maximum. */
    private void openAll(ThriftClient pooled, Probe.FutureIface calls, String key) throws Exception {
        CompletableFuture<String> busy = calls.held(key + ", the first connection");
        handler.awaitHeld(key + ", the first connection");
        CompletableFuture<String> next = calls.echo("perhaps behind it");
        Await.that(
                "too few connections",
                () -> pooled.counters().openConnections() == pooled.config().connectionsPerEndpoint());
        handler.release(key + ", the first connection");
        // The thread that opened the connection reads the replies: the connection is in use when they arrive.
        CallStyle.result(busy);
        CallStyle.result(next);
    }
}
