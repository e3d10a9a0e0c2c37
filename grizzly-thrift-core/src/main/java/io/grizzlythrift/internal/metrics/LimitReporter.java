package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs reached limits, with at most one log line per second for each limit. Thread-safe. */
public final class LimitReporter {
    private static final Logger LOG = LoggerFactory.getLogger(LimitReporter.class);

    private final String serverName;
    private final CounterRecorder counters;
    private final Map<LimitType, LogLimiter> logs = new EnumMap<>(LimitType.class);

    public LimitReporter(String serverName, CounterRecorder counters) {
        this.serverName = serverName;
        this.counters = counters;
        for (LimitType limit : LimitType.values()) {
            logs.put(limit, new LogLimiter(System::nanoTime));
        }
    }

    /**
     * Counts and logs that a limit was reached.
     *
     * @param message supplies a description of the event, with the value and the bound; called only if it is logged
     */
    public void reached(LimitType limit, int times, Supplier<String> message) {
        counters.countReached(limit, times);
        logs.get(limit)
                .log(suppressed ->
                        LOG.info("server '{}': {}{}", serverName, message.get(), LogLimiter.suffix(suppressed)));
    }
}
