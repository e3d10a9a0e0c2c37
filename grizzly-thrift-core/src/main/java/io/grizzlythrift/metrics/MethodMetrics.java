package io.grizzlythrift.metrics;

import io.grizzlythrift.call.ServerCallOutcome;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The metrics of one method since its server was created. Immutable.
 *
 * @param service the name of the service; empty for calls without one
 * @param method the name of the method, or {@link ServerMetrics#OTHER}
 * @param outcomes the number of calls by outcome; has an entry for every kind
 * @param messageBytes the size of all request messages, without the 4 bytes of each frame length
 * @param replyBytes the size of all reply messages, without the 4 bytes of each frame length
 * @param queued the times from reading a call to its start, of all calls except rejected ones
 * @param handled the times from the start of a call to its encoded reply, of all calls except rejected ones;
 *     {@link ServerMetrics} describes the accuracy
 * @param placement the threads on which its calls run; empty if the strategy does not choose them by method
 */
public record MethodMetrics(
        String service,
        String method,
        Map<ServerCallOutcome.Kind, Long> outcomes,
        long messageBytes,
        long replyBytes,
        Timing queued,
        Timing handled,
        Optional<CallPlacement> placement) {
    /**
     * Creates the metrics of a method.
     *
     * @param service the name of the service; empty for calls without one
     * @param method the name of the method
     * @param outcomes the number of calls by outcome; copied
     * @param messageBytes the size of all request messages in bytes
     * @param replyBytes the size of all reply messages in bytes
     * @param queued the times in queue
     * @param handled the times in the handler
     * @param placement the threads on which its calls run
     */
    public MethodMetrics {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(queued, "queued");
        Objects.requireNonNull(handled, "handled");
        Objects.requireNonNull(placement, "placement");
        Map<ServerCallOutcome.Kind, Long> copy = new EnumMap<>(ServerCallOutcome.Kind.class);
        copy.putAll(outcomes);
        outcomes = Collections.unmodifiableMap(copy);
    }

    /** {@return the number of calls that have ended, with any outcome} */
    public long calls() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Returns the number of calls that ended with one outcome.
     *
     * @param kind the outcome
     * @return a count of calls
     */
    public long calls(ServerCallOutcome.Kind kind) {
        return outcomes.getOrDefault(kind, 0L);
    }
}
