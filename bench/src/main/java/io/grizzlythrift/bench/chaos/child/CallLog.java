package io.grizzlythrift.bench.chaos.child;

import io.grizzlythrift.bench.gen.Served;
import io.grizzlythrift.client.call.CallFailedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Records the outcome of each call of a client, by phase. Thread-safe. */
final class CallLog {
    private static final int MAX_TRACES = 20;

    private final Supplier<Map<String, Long>> counters;
    private final LongSupplier clockMillis;
    private final long startMillis;
    private final int servers;
    private final List<Phase> phases = new ArrayList<>();
    private final List<List<Integer>> served = new ArrayList<>();
    private Map<String, Long> countersBefore;
    private final Consumer<Throwable> traces;
    private int traced;

    /**
     * Starts the first phase.
     *
     * @param counters counters of the client, by name
     * @param clockMillis the time of day, which all processes share
     * @param startMillis start of the first time slot
     * @param servers the highest number of a server
     * @param traces receives the first failures
     */
    CallLog(
            Supplier<Map<String, Long>> counters,
            LongSupplier clockMillis,
            long startMillis,
            int servers,
            Consumer<Throwable> traces) {
        this.counters = counters;
        this.traces = traces;
        this.clockMillis = clockMillis;
        this.startMillis = startMillis;
        this.servers = servers;
        countersBefore = counters.get();
        phases.add(new Phase());
    }

    /** The calls that start in one phase. Guarded by the log. */
    private static final class Phase {
        private final Histogram readMicros = Latencies.empty();
        private final Histogram writeMicros = Latencies.empty();
        private final Map<String, Long> failures = new TreeMap<>();
        private Map<String, Long> counters = Map.of();
        private final List<Long> acknowledged = new ArrayList<>();
        private final List<Long> notRun = new ArrayList<>();
        private final List<Long> unknown = new ArrayList<>();
        private long reads;
        private long readsFailed;
        private long wrongReplies;

        PhaseCalls calls() {
            return new PhaseCalls(
                    reads,
                    readsFailed,
                    wrongReplies,
                    acknowledged,
                    notRun,
                    unknown,
                    Latencies.encode(readMicros),
                    Latencies.encode(writeMicros),
                    counters,
                    failures);
        }
    }

    /** A call that has started. */
    final class Call {
        private final Phase phase;
        private final long id;
        private final boolean write;
        private final long dueNanos;

        private Call(Phase phase, long id, boolean write, long dueNanos) {
            this.phase = phase;
            this.id = id;
            this.write = write;
            this.dueNanos = dueNanos;
        }

        /** Records the end of the call. Either the reply or the failure is null. */
        void ended(Served reply, Throwable failure, long nowNanos) {
            synchronized (CallLog.this) {
                Histogram micros = write ? phase.writeMicros : phase.readMicros;
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(Math.max(0, nowNanos - dueNanos)));
                if (failure != null) {
                    failed(failure);
                    return;
                }
                if (reply.getId() != id) {
                    phase.wrongReplies++;
                }
                count(reply.getServer());
                if (write) {
                    phase.acknowledged.add(id);
                }
            }
        }

        private void failed(Throwable failure) {
            boolean mayHaveRun = !(failure instanceof CallFailedException failed) || failed.mayHaveRun();
            String reason = failure instanceof CallFailedException failed
                    ? failed.failure().name()
                    : failure.getClass().getSimpleName();
            phase.failures.merge((write ? "write " : "read ") + reason, 1L, Long::sum);
            if (!write) {
                phase.readsFailed++;
            } else if (mayHaveRun) {
                phase.unknown.add(id);
            } else {
                phase.notRun.add(id);
            }
            if (traced++ < MAX_TRACES) {
                traces.accept(failure);
            }
        }
    }

    synchronized Call begin(long id, boolean write, long dueNanos) {
        Phase phase = phases.get(phases.size() - 1);
        if (!write) {
            phase.reads++;
        }
        return new Call(phase, id, write, dueNanos);
    }

    private void count(int server) {
        int slot = (int) ((clockMillis.getAsLong() - startMillis) / ClientReport.SLOT_MILLIS);
        while (served.size() <= slot) {
            served.add(new ArrayList<>(Collections.nCopies(servers + 1, 0)));
        }
        List<Integer> replies = served.get(slot);
        replies.set(server, replies.get(server) + 1);
    }

    /** Starts the next phase: it includes all calls that start from now on. */
    synchronized void nextPhase() {
        endPhase();
        phases.add(new Phase());
    }

    private void endPhase() {
        Map<String, Long> now = counters.get();
        Map<String, Long> growth = new LinkedHashMap<>();
        now.forEach((name, value) -> growth.put(name, value - countersBefore.getOrDefault(name, 0L)));
        phases.get(phases.size() - 1).counters = growth;
        countersBefore = now;
    }

    /** Ends the last phase and returns all records. Call it once no call is in flight. */
    synchronized ClientReport report() {
        endPhase();
        return new ClientReport(phases.stream().map(Phase::calls).toList(), served);
    }
}
