package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Checks timeouts on one daemon thread per server. Each pass compares the progress of connections with that at the
 * previous pass. Threads that read, run and write calls therefore neither read a clock nor set a timer for a timeout.
 *
 * <p>The thread runs a pass every quarter of the shortest timeout, at least every 250 ms and at most every 5 ms.
 */
public final class TimeoutMonitor implements AutoCloseable {
    private static final long MIN_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MAX_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The number of passes during the shortest timeout. */
    private static final int CHECKS_PER_TIMEOUT = 4;

    private static final int MAX_IDLE_CHECK_INTERVAL = 8;

    private final DaemonLoop loop;

    /**
     * Starts the thread.
     *
     * @param serverName the prefix of the thread's name
     * @param limits the timeouts, which determine the period
     * @param others additional timeouts that determine the period
     * @param check runs one pass, on the monitor's thread; if it throws, the failure is logged and the next pass
     *     follows
     */
    public TimeoutMonitor(String serverName, ServerLimits limits, List<Duration> others, Runnable check) {
        long periodNanos = periodNanos(limits, others);
        loop = new DaemonLoop(
                serverName + "-timeout-monitor",
                () -> {
                    check.run();
                    return periodNanos;
                },
                periodNanos,
                new FailureLog(LoggerFactory.getLogger(TimeoutMonitor.class), "timeouts could not be checked"));
        loop.start();
    }

    /**
     * Returns the time between two passes.
     *
     * @param others timeouts of methods that replace those of the server
     * @return 5 to 250 ms in nanoseconds
     */
    public static long periodNanos(ServerLimits limits, List<Duration> others) {
        return Math.max(MIN_PERIOD_NANOS, Math.min(MAX_PERIOD_NANOS, shortest(limits, others) / CHECKS_PER_TIMEOUT));
    }

    /** {@return the number of passes between two checks of an idle connection, 1 to 8} */
    public static int idleCheckInterval(ServerLimits limits) {
        List<Duration> none = List.of();
        return (int) Math.max(1, Math.min(MAX_IDLE_CHECK_INTERVAL, shortest(limits, none) / periodNanos(limits, none)));
    }

    private static long shortest(ServerLimits limits, List<Duration> others) {
        return Stream.concat(
                        Stream.of(
                                limits.frameTimeout(),
                                limits.writeTimeout(),
                                limits.idleTimeout(),
                                limits.queueTimeout(),
                                limits.callTimeout(),
                                limits.handshakeTimeout()),
                        Stream.concat(
                                others.stream(),
                                Stream.of(limits.maxConnectionAge(), limits.firstCallTimeout(), limits.queueTarget())
                                        .flatMap(Optional::stream)))
                .mapToLong(Duration::toNanos)
                .min()
                .orElseThrow();
    }

    /** Stops the thread after the current pass. Does not wait for it. */
    @Override
    public void close() {
        loop.close();
    }

    /** {@return the thread of this monitor} */
    public Thread thread() {
        return loop.thread();
    }
}
