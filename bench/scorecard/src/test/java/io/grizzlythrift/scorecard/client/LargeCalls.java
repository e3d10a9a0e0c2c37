package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.scorecard.row.CountedCalls;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.test.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;

/** Calls with a large argument, started by several threads that do not wait for replies. */
final class LargeCalls {
    private static final int THREADS = 4;

    private final BenchService.AsyncIface async;
    private final BenchService.Iface blocking;
    private CountedCalls calls = new CountedCalls(0);

    /** Sets deadlines so far in the future that calls end for other reasons. */
    LargeCalls(ThriftClient client) {
        CallOptions patient = CallOptions.create().withTimeout(Duration.ofMillis(RowTest.LIMIT_MILLIS));
        async = client.stub(BenchService.AsyncIface.class, patient);
        blocking = client.stub(BenchService.Iface.class, patient);
    }

    /** Starts the calls; returns when all have started. */
    void begin(int count, int bytes) throws Exception {
        ByteBuffer argument = ByteBuffer.wrap(new byte[bytes]);
        CountedCalls all = new CountedCalls(count);
        calls = all;
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int first = i;
                callers.add(threads.submit(() -> {
                    for (int call = first; call < count; call += THREADS) {
                        async.blob(argument.duplicate(), all.begin(call, argument));
                    }
                    return null;
                }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Waits for the end of the calls. Fails unless each ended once, with its result or {@code NO_CAPACITY}. */
    void end(Map<String, Long> figures) throws InterruptedException {
        calls.awaitAll(Await.LONG);
        calls.requireOnce();
        Map<String, Integer> outcomes = calls.outcomes();
        String rejected = FailureCause.NO_CAPACITY.name();
        if (!List.of(rejected, CountedCalls.RESULT).containsAll(outcomes.keySet())) {
            throw new IllegalStateException("calls ended: " + outcomes);
        }
        figures.put("results", (long) outcomes.getOrDefault(CountedCalls.RESULT, 0));
        figures.put("rejected", (long) outcomes.getOrDefault(rejected, 0));
        figures.put(
                "slowestRejectionMillis",
                TimeUnit.NANOSECONDS.toMillis(calls.longest(rejected).toNanos()));
    }

    /** Makes calls one after the other. Returns the number of calls with a result. */
    long succeeding(int count, int bytes) {
        ByteBuffer argument = ByteBuffer.wrap(new byte[bytes]);
        long results = 0;
        for (int i = 0; i < count; i++) {
            try {
                results += argument.equals(blocking.blob(argument.duplicate())) ? 1 : 0;
            } catch (TException e) {
                System.err.println("call " + i + ": " + e);
            }
        }
        return results;
    }
}
