package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Kills the first server after a third of the operations, and drains the second one after two thirds. The progress is
 * derived from the number of calls of the store. Runs on its own thread.
 */
final class Trouble implements AutoCloseable {
    private static final long CHECK_MS = 20;

    /** In workload a, half of the operations read a record, and the other half read and then write one. */
    private static final double CALLS_PER_OPERATION = 1.5;

    private final ServerCounters store;
    private final List<ServerProcess> servers;
    private final PrintStream out;
    private final long callsBefore;
    private final double calls;
    private final long start = System.nanoTime();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "trouble"));

    /** Number of actions done: 0, 1 (one server killed) or 2 (another one drained). Written by the thread only. */
    private final AtomicInteger done = new AtomicInteger();

    private Trouble(ServerCounters store, YcsbJob job, List<ServerProcess> servers, PrintStream out) {
        this.store = store;
        this.servers = servers;
        this.out = out;
        callsBefore = store.calls();
        calls = CALLS_PER_OPERATION * job.operations();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // if a check fails, isDone stays false and the run fails
    static Trouble start(ServerCounters store, YcsbJob job, List<ServerProcess> servers, PrintStream out) {
        Trouble trouble = new Trouble(store, job, servers, out);
        trouble.thread.scheduleAtFixedRate(trouble::check, 0, CHECK_MS, TimeUnit.MILLISECONDS);
        return trouble;
    }

    private void check() {
        double part = (store.calls() - callsBefore) / calls;
        if (done.get() == 0 && part > 1.0 / 3) {
            servers.get(0).kill(when());
            report(0);
        } else if (done.get() == 1 && part > 2.0 / 3) {
            servers.get(1).drain(when());
            report(1);
        }
    }

    private String when() {
        return String.format(Locale.ROOT, "after %.1f s", (System.nanoTime() - start) / 1e9);
    }

    private void report(int server) {
        done.incrementAndGet();
        out.println("  " + servers.get(server).endpoint() + " "
                + servers.get(server).fate());
    }

    /** {@return whether one server was killed and one drained} */
    boolean isDone() {
        return done.get() == 2;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
