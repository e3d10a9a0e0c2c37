package io.grizzlythrift.metrics.recorder;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.log.LogLimiter;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes known that limits were reached: each time is counted, and each limit has one log line a second at most. */
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
     * @param what happened, with the value and the bound; made only if it is logged
     */
    public void reached(LimitType limit, int times, Supplier<String> what) {
        counters.countReached(limit, times);
        logs.get(limit)
                .log(suppressed ->
                        LOG.info("server '{}': {}{}", serverName, what.get(), LogLimiter.suffix(suppressed)));
    }
}
