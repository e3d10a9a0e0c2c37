package io.grizzlythrift.bench.chaos;

import io.grizzlythrift.bench.chaos.child.Latencies;
import io.grizzlythrift.bench.chaos.child.PhaseCalls;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * The calls of all clients that started in one phase. A read may run any number of times, a write must not run twice.
 *
 * @param name describes the disturbance of the phase
 * @param seconds duration
 * @param reads number of reads that started
 * @param readsFailed reads without a result
 * @param writes number of writes that started
 * @param writesNotRun writes that failed and, according to the client, did not run
 * @param writesUnknown writes that failed and may have run
 * @param unknownThatRan writes among {@code writesUnknown} that did run
 * @param writesTwice writes that ran more than once
 * @param writesLost writes that had a reply but never ran
 * @param writesRanAfterAll writes among {@code writesNotRun} that did run
 * @param wrongReplies calls that got the reply of another call
 * @param counters increase of the clients' counters, by name
 * @param readMillis latencies of reads, from when they were due
 * @param writeMillis latencies of writes, from when they were due
 * @param failures number of failed calls, by reason
 */
public record PhaseResult(
        String name,
        double seconds,
        long reads,
        long readsFailed,
        long writes,
        long writesNotRun,
        long writesUnknown,
        long unknownThatRan,
        long writesTwice,
        long writesLost,
        long writesRanAfterAll,
        long wrongReplies,
        Map<String, Long> counters,
        LatencyMillis readMillis,
        LatencyMillis writeMillis,
        Map<String, Long> failures) {
    /**
     * Percentiles, in milliseconds.
     *
     * @param p50 the median
     * @param p99 99 %
     * @param max the slowest call
     */
    public record LatencyMillis(double p50, double p99, double max) {
        private static final double MICROS = 1_000.0;

        private static LatencyMillis of(Collection<String> encoded) {
            Histogram all = Latencies.empty();
            encoded.forEach(text -> all.add(Latencies.decode(text)));
            return new LatencyMillis(
                    all.getValueAtPercentile(50) / MICROS,
                    all.getValueAtPercentile(99) / MICROS,
                    all.getMaxValue() / MICROS);
        }
    }

    /** Copies the maps and sorts them. */
    public PhaseResult {
        counters = Collections.unmodifiableMap(new TreeMap<>(counters));
        failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    }

    /** Adds up the calls of all clients. */
    static PhaseResult of(String name, double seconds, List<PhaseCalls> clients, WriteAudit audit) {
        return new PhaseResult(
                name,
                seconds,
                sum(clients, PhaseCalls::reads),
                sum(clients, PhaseCalls::readsFailed),
                sum(
                        clients,
                        calls -> calls.acknowledged().size()
                                + calls.notRun().size()
                                + calls.unknown().size()),
                sum(clients, calls -> calls.notRun().size()),
                sum(clients, calls -> calls.unknown().size()),
                sum(clients, audit::unknownThatRan),
                sum(clients, audit::twice),
                sum(clients, audit::lost),
                sum(clients, audit::ranAfterAll),
                sum(clients, PhaseCalls::wrongReplies),
                sums(clients, PhaseCalls::counters),
                LatencyMillis.of(clients.stream().map(PhaseCalls::readMicros).toList()),
                LatencyMillis.of(clients.stream().map(PhaseCalls::writeMicros).toList()),
                sums(clients, PhaseCalls::failures));
    }

    /** {@return true if no read failed, no write ran twice or was lost or ran unexpectedly, and no reply was wrong} */
    public boolean kept() {
        return readsFailed == 0 && writesTwice == 0 && writesLost == 0 && writesRanAfterAll == 0 && wrongReplies == 0;
    }

    private static long sum(List<PhaseCalls> clients, ToLongFunction<PhaseCalls> figure) {
        return clients.stream().mapToLong(figure).sum();
    }

    private static Map<String, Long> sums(List<PhaseCalls> clients, Function<PhaseCalls, Map<String, Long>> figures) {
        Map<String, Long> sums = new TreeMap<>();
        clients.forEach(
                client -> figures.apply(client).forEach((figure, value) -> sums.merge(figure, value, Long::sum)));
        return sums;
    }
}
