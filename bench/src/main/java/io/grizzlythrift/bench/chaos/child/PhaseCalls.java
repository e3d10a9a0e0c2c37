package io.grizzlythrift.bench.chaos.child;

import java.util.List;
import java.util.Map;

/**
 * The calls of one client that began in one phase. A read may run any number of times, a write must not run twice.
 *
 * @param reads how many reads began
 * @param readsFailed those of them without a result
 * @param wrongReplies calls that got the reply of another
 * @param acknowledged the ids of writes that had their result
 * @param notRun the ids of writes that failed and, as the client says, did not run
 * @param unknown the ids of writes that failed and may have run
 * @param readMicros the latencies of reads from when they were due, as an encoded histogram
 * @param writeMicros those of writes
 * @param counters how much the counters of the client grew in the phase, by name
 * @param failures how many calls failed for a reason, by reason
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
