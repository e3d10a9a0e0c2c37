package io.grizzlythrift.metrics;

import io.grizzlythrift.call.CallOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@link MethodMetrics} in the types that JMX knows: one line of the table of {@link ThriftServerMXBean#getMethods}. */
public final class MethodMetricsData {
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final MethodMetrics metrics;

    /**
     * Made of the metrics.
     *
     * @param metrics of one method
     */
    public MethodMetricsData(MethodMetrics metrics) {
        this.metrics = Objects.requireNonNull(metrics, "metrics");
    }

    /**
     * Calls that have ended.
     *
     * @return a count
     */
    public long getCalls() {
        return metrics.calls();
    }

    /**
     * In which way they ended.
     *
     * @return counts by the name of the {@link CallOutcome.Kind}
     */
    public Map<String, Long> getOutcomes() {
        Map<String, Long> outcomes = new LinkedHashMap<>();
        metrics.outcomes().forEach((kind, calls) -> outcomes.put(kind.name(), calls));
        return outcomes;
    }

    /**
     * The size of all messages.
     *
     * @return bytes
     */
    public long getMessageBytes() {
        return metrics.messageBytes();
    }

    /**
     * The size of all replies.
     *
     * @return bytes
     */
    public long getReplyBytes() {
        return metrics.replyBytes();
    }

    /**
     * The time in queue, all calls together.
     *
     * @return milliseconds
     */
    public double getQueuedTotalMillis() {
        return millis(metrics.queued().total());
    }

    /**
     * The longest time in queue.
     *
     * @return milliseconds
     */
    public double getQueuedMaxMillis() {
        return millis(metrics.queued().max());
    }

    /**
     * The time in the handler, all calls together.
     *
     * @return milliseconds
     */
    public double getHandledTotalMillis() {
        return millis(metrics.handled().total());
    }

    /**
     * The longest time in the handler.
     *
     * @return milliseconds
     */
    public double getHandledMaxMillis() {
        return millis(metrics.handled().max());
    }

    private static double millis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }
}
