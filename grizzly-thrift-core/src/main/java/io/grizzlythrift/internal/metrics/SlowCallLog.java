package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs calls that take long from their read to their reply, at most one line per second. Thread-safe. */
public final class SlowCallLog implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(SlowCallLog.class);

    private final LogLimiter limiter;
    private final String serverName;
    private final long thresholdNanos;

    /**
     * Creates a log.
     *
     * @param threshold the shortest time, in queue and in the handler together, at which a call is slow
     */
    public SlowCallLog(String serverName, Duration threshold) {
        this(serverName, threshold, System::nanoTime);
    }

    SlowCallLog(String serverName, Duration threshold, LongSupplier clock) {
        this.serverName = serverName;
        thresholdNanos = threshold.toNanos();
        limiter = new LogLimiter(clock);
    }

    @Override
    public ServerCallListener begin(CallContext call) {
        return outcome -> {
            Duration queued = outcome.queued();
            Duration handled = outcome.handled();
            if (queued.toNanos() + handled.toNanos() >= thresholdNanos) {
                log(call, outcome, queued, handled);
            }
        };
    }

    private void log(CallContext call, ServerCallOutcome outcome, Duration queued, Duration handled) {
        limiter.log(suppressed -> LOG.warn(
                "server '{}': slow call {} from {}: {} ms in queue, {} ms in its handler, {} bytes in, {} bytes out{}",
                serverName,
                LogSanitizer.printable(call.service().map(name -> name + ':').orElse("") + call.method()),
                call.peerAddress(),
                queued.toMillis(),
                handled.toMillis(),
                outcome.messageBytes(),
                outcome.replyBytes(),
                LogLimiter.suffix(suppressed)));
    }
}
