package io.grizzlythrift.client.chaos;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.test.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.testng.Reporter;

/** Makes calls of every kind from several threads to a {@link ChaosServer}, and checks them when all have ended. */
public final class ChaosRun {
    private static final int LIMIT_MINUTES = 20;

    private final ChaosServer server;
    private final ThriftClient client;
    private final int calls;
    private final ChaosOutcomes outcomes;

    /**
     * Creates a run.
     *
     * @param tolerated the causes for which any call may fail
     */
    public ChaosRun(ChaosServer server, ThriftClient client, int calls, Set<FailureCause> tolerated) {
        this.server = server;
        this.client = client;
        this.calls = calls;
        outcomes = new ChaosOutcomes(calls, tolerated);
        server.onRequest(text -> outcomes.arrived(ChaosCaller.numberIn(text)));
    }

    /** Returns when all calls have ended. */
    public void callFromThreads(int threads, int largePerThousand) throws Exception {
        long start = System.nanoTime();
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Void>> ends = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int from = (int) ((long) calls * t / threads);
                int to = (int) ((long) calls * (t + 1) / threads);
                ends.add(callers.submit(new ChaosCaller(client, from, to, largePerThousand, outcomes)));
            }
            for (Future<Void> end : ends) {
                end.get(LIMIT_MINUTES, TimeUnit.MINUTES);
            }
        } finally {
            callers.shutdownNow();
        }
        ClientCounters counters = client.counters();
        Await.that("calls in flight: " + counters, () -> counters.inFlight() == 0);
        long millis = (System.nanoTime() - start) / 1_000_000;
        Reporter.log(millis + " ms: " + outcomes + "; most in flight " + server.mostPending() + "; " + counters, true);
    }

    /** Asserts that every sent call got a reply, in time or late. For servers that keep their connections. */
    public void assertEveryCallGotAReply() {
        ClientCounters counters = client.counters();
        Await.that("late replies: " + counters, () -> counters.sent() == counters.completed() + counters.lateReplies());
        assertTrue(counters.lateReplies() > 0, "no reply was late: " + counters);
        assertEquals(counters.openConnections(), client.config().connectionsPerEndpoint());
        assertEquals(counters.connectAttempts(), counters.openConnections());
        List<Integer> none = Collections.nCopies(client.config().connectionsPerEndpoint(), 0);
        assertEquals(ClientInternals.placesTaken(client), none, "calls that hold a place");
        // A oneway call ends when it is written to the socket, and the server counts a reply before it is written.
        awaitEqual("requests", server::requests, counters.sent());
        awaitEqual("oneway requests", server::notes, outcomes.sent());
        awaitEqual("replies", server::replies, counters.sent() - outcomes.sent());
    }

    private static void awaitEqual(String name, LongSupplier counted, long expected) {
        Await.that(name + " of " + expected + " expected", () -> counted.getAsLong() >= expected);
        assertEquals(counted.getAsLong(), expected, name);
    }

    public void assertEveryCallEndedOnce() {
        outcomes.assertEveryCallEndedOnce();
        ClientCounters counters = client.counters();
        assertEquals(counters.calls() - counters.retries(), calls);
        assertEquals(counters.completed() + counters.failed(), counters.calls());
        long cancelled = counters.failed(FailureCause.CANCELLED);
        // A future may be cancelled when its call has ended already, but has not completed it yet.
        assertTrue(cancelled <= outcomes.cancelled(), cancelled + " calls cancelled, " + outcomes);
        assertTrue(counters.timedOut() >= outcomes.timedOut(), counters.timedOut() + " calls timed out, " + outcomes);
        assertTrue(counters.completed() >= outcomes.replied() + outcomes.sent(), outcomes + "; " + counters);
        assertEquals(counters.unknownReplies(), 0);
        assertEquals(counters.callbackErrors(), 0);
        assertEquals(List.copyOf(server.failures()), List.of(), "the server received what it should not");
        int most = server.mostPending();
        assertTrue(most <= client.config().maxInFlightPerConnection(), most + " calls in flight on a connection");
    }
}
