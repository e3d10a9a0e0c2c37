package io.grizzlythrift.metrics;

import io.grizzlythrift.call.CallOutcome;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What became of the calls of one method since its server was made. Immutable.
 *
 * @param service the name of the service; empty for calls that name none
 * @param method the name of the method, or {@link ServerMetrics#OTHER}
 * @param outcomes how many calls ended in which way; every kind is there
 * @param messageBytes the size of all messages, without the 4 bytes of each frame's length
 * @param replyBytes the size of all replies, likewise
 * @param queued from the read that brought a call to its begin, of all calls but refused ones
 * @param handled from the begin of a call to its encoded reply, of all calls but refused ones; {@link ServerMetrics} says
 *     how exact it is
 */
public record MethodMetrics(
        String service,
        String method,
        Map<CallOutcome.Kind, Long> outcomes,
        long messageBytes,
        long replyBytes,
        Timing queued,
        Timing handled) {
    /**
     * As read.
     *
     * @param service the name of the service; empty for calls that name none
     * @param method the name of the method
     * @param outcomes how many calls ended in which way; copied
     * @param messageBytes the size of all messages
     * @param replyBytes the size of all replies
     * @param queued the time in queue
     * @param handled the time in the handler
     */
    public MethodMetrics {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(queued, "queued");
        Objects.requireNonNull(handled, "handled");
        Map<CallOutcome.Kind, Long> copy = new EnumMap<>(CallOutcome.Kind.class);
        copy.putAll(outcomes);
        outcomes = Collections.unmodifiableMap(copy);
    }

    /**
     * How many calls have ended, whatever way.
     *
     * @return a count
     */
    public long calls() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * How many calls ended in one way.
     *
     * @param kind which
     * @return a count
     */
    public long calls(CallOutcome.Kind kind) {
        return outcomes.getOrDefault(kind, 0L);
    }
}
