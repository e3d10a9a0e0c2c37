package io.grizzlythrift.timeout;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.log.FailureLog;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread per server that visits every connection a few times a second and compares what it finds with its
 * notes of the visit before. So the threads that read, run and write calls never look at a clock, nor set a timer, for
 * the sake of a limit.
 */
public final class TimeoutMonitor implements AutoCloseable {
    private static final long MIN_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MAX_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** So many visits in the shortest limit of time. */
    private static final int VISITS = 4;

    private static final int MAX_QUIET_ROUNDS = 8;

    private final FailureLog failureLog =
            new FailureLog(LoggerFactory.getLogger(TimeoutMonitor.class), "limits of time could not be looked at");
    private final Runnable round;
    private final long periodNanos;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts the thread.
     *
     * @param round visits all; gets the thread
     */
    public TimeoutMonitor(String serverName, ServerLimits limits, Runnable round) {
        this.round = round;
        periodNanos = period(limits);
        thread = new Thread(this::run, serverName + "-patrol");
        thread.setDaemon(true);
        thread.start();
    }

    public static long period(ServerLimits limits) {
        return Math.max(MIN_PERIOD_NANOS, Math.min(MAX_PERIOD_NANOS, shortest(limits) / VISITS));
    }

    /** In each of how many rounds a connection has a visit where nothing goes on. */
    public static int quietRounds(ServerLimits limits) {
        return (int) Math.max(1, Math.min(MAX_QUIET_ROUNDS, shortest(limits) / period(limits)));
    }

    private static long shortest(ServerLimits limits) {
        return Stream.concat(
                        Stream.of(
                                limits.frameTimeout(),
                                limits.writeTimeout(),
                                limits.idleTimeout(),
                                limits.queueTimeout(),
                                limits.callTimeout(),
                                limits.handshakeTimeout()),
                        Stream.concat(limits.maxConnectionAge().stream(), limits.firstCallTimeout().stream()))
                .mapToLong(Duration::toNanos)
                .min()
                .orElseThrow();
    }

    /** Whatever a round throws, the next one follows: without this thread no limit of time would hold any more. */
    private void run() {
        while (!closed) {
            failureLog.logPending();
            try {
                round.run();
            } catch (Throwable t) {
                failureLog.record(t);
            }
            LockSupport.parkNanos(this, periodNanos);
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    public Thread thread() {
        return thread;
    }
}
