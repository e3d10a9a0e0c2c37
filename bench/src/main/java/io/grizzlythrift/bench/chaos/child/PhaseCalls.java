package io.grizzlythrift.bench.chaos.child;

import java.util.List;
import java.util.Map;

/**
 * The calls of one client that started in one phase. A read may run any number of times, a write must not run twice.
 *
 * @param reads number of reads that started
 * @param readsFailed reads without a result
 * @param wrongReplies calls that got the reply of another call
 * @param acknowledged ids of writes that had a result
 * @param notRun ids of writes that failed and, according to the client, did not run
 * @param unknown ids of writes that failed and may have run
 * @param readMicros latencies of reads, from when they were due, as an encoded histogram
 * @param writeMicros latencies of writes, likewise
 * @param counters increase of the client's counters in the phase, by name
 * @param failures number of failed calls, by reason
 */
public record PhaseCalls(
        long reads,
        long readsFailed,
        long wrongReplies,
        List<Long> acknowledged,
        List<Long> notRun,
        List<Long> unknown,
        String readMicros,
        String writeMicros,
        Map<String, Long> counters,
        Map<String, Long> failures) {
    /** Copies lists and maps. */
    public PhaseCalls {
        acknowledged = List.copyOf(acknowledged);
        notRun = List.copyOf(notRun);
        unknown = List.copyOf(unknown);
        counters = Map.copyOf(counters);
        failures = Map.copyOf(failures);
    }
}
