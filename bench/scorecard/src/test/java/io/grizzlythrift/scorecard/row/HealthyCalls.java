package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;

/** A well-behaved client that calls continuously while others misbehave. */
public final class HealthyCalls implements AutoCloseable {
    /** Pause between the calls that are timed. */
    private static final Duration BREATH = Duration.ofNanos(500_000);

    private static final Duration BESIDE_HOSTILE_PEERS = Duration.ofMillis(1);

    private final BenchService.Iface service;
    private final Duration pause;
    private final Thread thread = new Thread(this::run, "healthy-calls");
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile String failure = "";
    private volatile boolean stopped;

    private HealthyCalls(ThriftClient client, Duration pause) {
        service = client.stub(BenchService.Iface.class);
        this.pause = pause;
    }

    /**
     * Starts calling a server that has hostile peers, with a short pause between calls. Returns after the first reply.
     */
    public static HealthyCalls begin(RowRun run, ServerChild server) throws Exception {
        return begin(run.client(server, options -> options), BESIDE_HOSTILE_PEERS);
    }

    /** Starts calling. Returns after the first reply. */
    public static HealthyCalls begin(ThriftClient client, Duration pause) throws TException {
        HealthyCalls calls = new HealthyCalls(client, pause);
        calls.call(0);
        calls.thread.start();
        return calls;
    }

    /**
     * Returns the time within which 99 of 100 calls end. The calls are made one after the other with a pause in
     * between, so that they do not wait for each other's threads.
     */
    public static Duration p99(ThriftClient client, int calls) throws TException {
        return Duration.ofNanos(new HealthyCalls(client, BREATH).p99(calls));
    }

    private long p99(int calls) throws TException {
        long[] nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            nanos[i] = call(i);
            Await.pass(pause);
        }
        Arrays.sort(nanos);
        return nanos[calls * 99 / 100];
    }

    private long call(int number) throws TException {
        long begin = System.nanoTime();
        int sum = service.add(number, 1);
        if (sum != number + 1) {
            throw new AssertionError(number + " + 1 = " + sum);
        }
        return System.nanoTime() - begin;
    }

    private void run() {
        try {
            while (!stopped) {
                longestNanos.accumulateAndGet(call(answered.intValue()), Math::max);
                answered.incrementAndGet();
                Await.pass(pause);
            }
        } catch (TException | RuntimeException | Error e) {
            failure = e.toString();
        }
    }

    /** Makes calls one after the other until a time, at least 100. Fails if a call fails. Returns p99. */
    public static Duration p99Until(ThriftClient client, long end) throws TException {
        HealthyCalls healthy = new HealthyCalls(client, BREATH);
        List<Long> nanos = new ArrayList<>();
        while (nanos.size() < 100 || System.nanoTime() - end < 0) {
            nanos.add(healthy.call(nanos.size()));
            Await.pass(healthy.pause);
        }
        Collections.sort(nanos);
        return Duration.ofNanos(nanos.get(nanos.size() * 99 / 100));
    }

    /** Stops calling; fails if a call failed or there was none. */
    public void requireAnswered(RowRun run) {
        close();
        run.require(failure.isEmpty(), "a call of a healthy client failed: " + failure);
        run.require(answered.get() > 0, "no call of a healthy client was answered");
        run.figure("calls of others", answered);
        run.figure("longest of them", Duration.ofNanos(longestNanos.get()));
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
