package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes known that limits were reached: each time is counted, and each limit has one log line a second at most. */
final class LimitEvents {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final String serverName;
    private final ServerCounters counters;
    private final Map<ServerLimit, LogLimiter> logs = new EnumMap<>(ServerLimit.class);

    LimitEvents(String serverName, ServerCounters counters) {
        this.serverName = serverName;
        this.counters = counters;
        for (ServerLimit limit : ServerLimit.values()) {
            logs.put(limit, new LogLimiter(System::nanoTime));
        }
    }

    /** @param what happened, with the value and the bound; made only if it is logged */
    void reached(ServerLimit limit, int times, Supplier<String> what) {
        counters.countReached(limit, times);
        logs.get(limit)
                .log(suppressed ->
                        LOG.info("server '{}': {}{}", serverName, what.get(), LogLimiter.suffix(suppressed)));
    }
}
