package io.grizzlythrift.metrics;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@link MethodMetrics} in types that JMX supports, for {@link ThriftServerMXBean#getMethods}. Immutable. */
public final class MethodMetricsData {
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final MethodMetrics metrics;

    /**
     * Wraps the metrics of a method.
     *
     * @param metrics the metrics of one method
     */
    public MethodMetricsData(MethodMetrics metrics) {
        this.metrics = Objects.requireNonNull(metrics, "metrics");
    }

    /** {@return the number of calls that have ended} */
    public long getCalls() {
        return metrics.calls();
    }

    /** {@return the number of calls by the name of their {@link io.grizzlythrift.call.ServerCallOutcome.Kind}} */
    public Map<String, Long> getOutcomes() {
        Map<String, Long> outcomes = new LinkedHashMap<>();
        metrics.outcomes().forEach((kind, calls) -> outcomes.put(kind.name(), calls));
        return outcomes;
    }

    /** {@return the size of all request messages in bytes} */
    public long getMessageBytes() {
        return metrics.messageBytes();
    }

    /** {@return the size of all reply messages in bytes} */
    public long getReplyBytes() {
        return metrics.replyBytes();
    }

    /** {@return the total time in queue of all calls, in milliseconds} */
    public double getQueuedTotalMillis() {
        return millis(metrics.queued().total());
    }

    /** {@return the longest time in queue, in milliseconds} */
    public double getQueuedMaxMillis() {
        return millis(metrics.queued().max());
    }

    /** {@return the total time in the handler of all calls, in milliseconds} */
    public double getHandledTotalMillis() {
        return millis(metrics.handled().total());
    }

    /** {@return the longest time in the handler, in milliseconds} */
    public double getHandledMaxMillis() {
        return millis(metrics.handled().max());
    }

    /**
     * {@return whether calls run on the selector threads; false on the pool, or if the strategy does not choose by
     * method}
     */
    public boolean isOnSelectorThreads() {
        return metrics.placement().map(CallPlacement::onSelectorThreads).orElse(false);
    }

    /** {@return how often the method was moved from the pool to the selector threads} */
    public long getPromotions() {
        return metrics.placement().map(CallPlacement::promotions).orElse(0L);
    }

    /** {@return how often the method was moved back to the pool} */
    public long getDemotions() {
        return metrics.placement().map(CallPlacement::demotions).orElse(0L);
    }

    /** {@return the time of the slow call that caused the last demotion, in milliseconds; 0 if there was none} */
    public double getLastSlowCallMillis() {
        return metrics.placement()
                .map(placement -> millis(placement.lastSlowCall()))
                .orElse(0.0);
    }

    private static double millis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }
}
