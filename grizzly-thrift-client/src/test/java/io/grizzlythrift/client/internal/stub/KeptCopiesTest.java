package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the copies of calls in flight, for further attempts, are bounded, counted, and released with their calls. */
@Test(timeOut = 60_000)
public final class KeptCopiesTest {
    private static final int CALL = 10_000;
    private static final int MAX = 100_000;
    private static final int CALLS = 20;

    private static ProbeServer server(Dialect dialect) throws Exception {
        return ProbeServer.start(dialect, ThriftProtocol.BINARY);
    }

    private static List<CompletableFuture<?>> start(ThriftClient client, CallStyle style, int count) throws Exception {
        List<CompletableFuture<?>> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ByteBuffer bytes = ByteBuffer.wrap(new byte[CALL]);
            if (style == CallStyle.FUTURE) {
                started.add(client.stub(Probe.FutureIface.class).echoBytes(bytes));
            } else {
                CompletableFuture<ByteBuffer> result = new CompletableFuture<>();
                client.stub(Probe.AsyncIface.class).echoBytes(bytes, CallStyle.completing(result));
                started.add(result);
            }
            awaitSent(client, i + 1);
        }
        return started;
    }

    /** Waits until this number of calls is sent, besides the one of {@link ProbeServer#connect}. */
    private static void awaitSent(ThriftClient client, int calls) {
        Await.that(
                "a call is not sent",
                () -> client.counters().sent() > calls && client.counters().queuedBytes() == 0);
    }

    @DataProvider
    static Object[][] stylesAndDialects() {
        return new Object[][] {
            {CallStyle.FUTURE, Dialect.FRAMED},
            {CallStyle.CALLBACK, Dialect.FRAMED},
            {CallStyle.FUTURE, Dialect.HEADER},
            {CallStyle.CALLBACK, Dialect.UNFRAMED}
        };
    }

    /** Copies take at most half of maxQueuedBytes. Calls without one are sent, but not retried. */
    @Test(dataProvider = "stylesAndDialects", timeOut = 60_000)
    public void boundedAndReleased(CallStyle style, Dialect dialect) throws Exception {
        try (ProbeServer server = server(dialect);
                ThriftClient client = server.client()
                        .pipelineUnframed(true)
                        .maxQueuedBytes(MAX)
                        .build()) {
            server.connect(client);
            List<CompletableFuture<?>> started = start(client, style, CALLS);
            long kept = client.counters().keptBytes();
            assertTrue(kept > MAX / 2 - 2 * CALL && kept <= MAX / 2, "kept " + kept);
            long without = client.counters().callsNotKept();
            assertTrue(without >= CALLS - 5, "without a copy " + without);
            List<ReceivedCall> requests = server.take(CALLS);
            RejectedCall rejection = new RejectedCall(RejectedCall.Reason.OVERLOADED, "no room");
            requests.get(0).replyException(rejection); // kept: it is sent again
            requests.get(CALLS - 1).replyException(rejection);
            ReceivedCall again = server.take();
            assertEquals(ProbeCalls.name(again), "echoBytes");
            CallFailedException failure =
                    CallResults.failure(started.get(CALLS - 1), FailureCause.SERVER_OVERLOADED, false);
            assertFalse(failure.mayHaveRun());
            ProbeCalls.reply(again);
            for (int i = 1; i < CALLS - 1; i++) {
                ProbeCalls.reply(requests.get(i));
            }
            for (int i = 0; i < CALLS - 1; i++) {
                CallResults.result(started.get(i));
            }
            assertEquals(client.counters().retries(), 1);
            Await.that("copies stay", () -> client.counters().keptBytes() == 0);
            assertEquals(client.counters().queuedBytes(), 0);
        }
    }

    /** No copy is made if no other attempt can follow. */
    public void nothingIsKeptWithoutRetries() throws Exception {
        try (ProbeServer server = server(Dialect.FRAMED);
                ThriftClient client = server.client()
                        .maxQueuedBytes(MAX)
                        .retries(RetryPolicy.create().withMaxRetries(0))
                        .build()) {
            server.connect(client);
            List<CompletableFuture<?>> started = start(client, CallStyle.FUTURE, CALLS);
            assertEquals(client.counters().keptBytes(), 0);
            assertEquals(client.counters().callsNotKept(), 0);
            for (ReceivedCall request : server.take(CALLS)) {
                ProbeCalls.reply(request);
            }
            for (CompletableFuture<?> call : started) {
                CallResults.result(call);
            }
        }
    }

    /** However a call ends, its copy is released. */
    public void releasedHoweverTheCallEnds() throws Exception {
        try (ProbeServer server = server(Dialect.FRAMED);
                ThriftClient client = server.client().maxQueuedBytes(MAX).build()) {
            server.connect(client);
            List<CompletableFuture<?>> started = start(client, CallStyle.FUTURE, 4);
            assertTrue(client.counters().keptBytes() > 3 * CALL);
            started.get(0).cancel(true);
            started.get(1).complete(null);
            List<ReceivedCall> requests = server.take(4);
            ProbeCalls.reply(requests.get(2));
            CallResults.result(started.get(2));
            Await.that("a copy stays", () -> client.counters().keptBytes() < 2 * CALL);
            requests.get(3).connection().reset();
            CallResults.failure(started.get(3));
            Await.that("a copy stays", () -> client.counters().keptBytes() == 0);
        }
    }
}
