package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.inspect.CallSnapshot;
import io.grizzlythrift.inspect.Listing;
import io.grizzlythrift.inspect.SlowCall;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.internal.util.PeerText;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs calls that take long from their read to their reply, at most one line per second, and remembers the last ones.
 * Thread-safe.
 */
public final class SlowCallLog implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(SlowCallLog.class);

    /** The maximum number of calls to remember. */
    private static final int REMEMBERED = 100;

    private final LogLimiter limiter;

    /** The newest first. Guarded by itself. */
    private final Deque<SlowCall> last = new ArrayDeque<>();

    /** Guarded by {@link #last}. */
    private long total;

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
                remember(call, outcome, queued, handled);
                log(call, outcome, queued, handled);
            }
        };
    }

    private void remember(CallContext call, ServerCallOutcome outcome, Duration queued, Duration handled) {
        SlowCall slow = new SlowCall(
                Instant.now(),
                shortened(call.service().orElse("")),
                shortened(call.method()),
                PeerText.of(call.peerAddress()),
                call.identity().map(Identity::principal),
                queued,
                handled,
                outcome.messageBytes(),
                outcome.replyBytes());
        synchronized (last) {
            total++;
            last.addFirst(slow);
            if (last.size() > REMEMBERED) {
                last.removeLast();
            }
        }
    }

    private static String shortened(String name) {
        return name.length() <= CallSnapshot.MAX_NAME_CHARS ? name : name.substring(0, CallSnapshot.MAX_NAME_CHARS);
    }

    /** {@return the last slow calls, the newest first, and how many there were} */
    public Listing<SlowCall> last(int max) {
        synchronized (last) {
            return new Listing<>(last.stream().limit(max).toList(), total);
        }
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
