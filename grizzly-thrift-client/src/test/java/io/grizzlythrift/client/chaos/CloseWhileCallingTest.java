package io.grizzlythrift.client.chaos;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.TestSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.Test;

/** Tests that each call ends once if the client is closed while many threads start calls. */
public class CloseWhileCallingTest {
    private static final int ROUNDS = TestSize.of(9, 25);
    private static final int THREADS = 4;
    private static final int CALLS = 4_000;
    private static final int LIMIT_SECONDS = 30;

    private final AtomicIntegerArray outcomes = new AtomicIntegerArray(CALLS);
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger forceClose = new AtomicInteger();

    @Test(timeOut = 5 * 60_000)
    void everyCallEndsOnce() throws Exception {
        Random random = new Random(5);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (ChaosServer server = new ChaosServer(ThriftProtocol.COMPACT, ChaosServer.Pace.FAST)) {
            for (int round = 0; round < ROUNDS; round++) {
                closeWhileCalling(server, threads, random.nextInt(CALLS), Duration.ofMillis(round % 3));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void closeWhileCalling(ChaosServer server, ExecutorService threads, int closeAfter, Duration grace)
            throws Exception {
        started.set(0);
        forceClose.set(0);
        for (int i = 0; i < CALLS; i++) {
            outcomes.set(i, 0);
        }
        ThriftClient client = PatientClient.builder()
                .endpoint(ChaosServer.HOST, server.port())
                .protocol(ThriftProtocol.COMPACT)
                .selectorThreads(2)
                .maxWaitingPerEndpoint(CALLS)
                .retries(RetryPolicy.create().withMaxRetries(0))
                .build();
        try (client) {
            List<Future<Void>> callers = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                callers.add(threads.submit(callsOf(client.stub(Probe.AsyncIface.class))));
            }
            Await.that("the calls do not start", () -> started.get() >= closeAfter);
            client.shutdown(grace);
            for (Future<Void> caller : callers) {
                caller.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        }
        ClientCounters counters = client.counters();
        for (int i = 0; i < CALLS; i++) {
            int call = i;
            Await.that("call " + call + " never ends, " + counters, () -> outcomes.get(call) > 0);
            assertEquals(outcomes.get(call), 1, "outcomes of call " + call);
        }
        assertEquals(counters.inFlight(), 0);
        assertEquals(counters.calls(), CALLS);
        assertEquals(counters.openConnections(), 0);
        assertEquals(counters.failed(FailureCause.CLIENT_CLOSED), forceClose.get(), counters.toString());
    }

    private Callable<Void> callsOf(Probe.AsyncIface stub) {
        return () -> {
            for (int i = started.getAndIncrement(); i < CALLS; i = started.getAndIncrement()) {
                stub.echo("text", new Callback(i));
            }
            return null;
        };
    }

    private final class Callback implements AsyncMethodCallback<String> {
        private final int call;

        Callback(int call) {
            this.call = call;
        }

        @Override
        public void onComplete(String text) {
            outcomes.incrementAndGet(call);
        }

        @Override
        public void onError(Exception failure) {
            if (failure instanceof CallFailedException known && known.failure() == FailureCause.CLIENT_CLOSED) {
                forceClose.incrementAndGet();
            }
            outcomes.incrementAndGet(call);
        }
    }
}
