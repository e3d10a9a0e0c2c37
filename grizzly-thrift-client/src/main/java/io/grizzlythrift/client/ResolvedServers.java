package io.grizzlythrift.client;

import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.endpoint.EndpointSet;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.internal.util.ShortLivedThread;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the servers that the resolver of a client has found. Passes each answer that differs from the last one to the
 * pool, ignores empty answers, counts answers and failures, and logs them.
 *
 * <p>Thread-safe: the lock of this object guards the mutable fields. It is held while the pool is notified, so that the
 * pool sees the answers in order.
 */
final class ResolvedServers implements Resolver.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    private static final String EMPTY = "its answer is empty";

    /** How long to wait for the end of a resolver. */
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final String clientName;
    private final Resolver resolver;
    private final LiveCounters counters;
    private final CountDownLatch answered = new CountDownLatch(1);
    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final LogLimiter refreshLog = new LogLimiter(System::nanoTime);
    private Consumer<List<EndpointAddress>> pool = servers -> {};
    private List<EndpointAddress> servers = List.of();

    /** The problem with the last answer; empty if there was none. A problem that repeats is logged once. */
    private String failure = "";

    private volatile Resolver.@Nullable Resolution resolution;
    /** Written with the lock held. */
    private volatile boolean closed;

    ResolvedServers(String clientName, Resolver resolver, LiveCounters counters) {
        this.clientName = clientName;
        this.resolver = resolver;
        this.counters = counters;
    }

    /**
     * Starts the resolver.
     *
     * @param usedBy gets the servers whenever they change
     */
    void start(Consumer<List<EndpointAddress>> usedBy) {
        synchronized (this) {
            pool = usedBy;
        }
        resolution = resolver.start(this);
    }

    /** Waits for the first servers, up to the timeout. An interrupt ends the wait. */
    void await(Duration timeout) {
        try {
            answered.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void resolved(List<EndpointAddress> answer) {
        if (closed) {
            return;
        }
        counters.count(LiveCounters.Event.RESOLUTION);
        if (answer.isEmpty()) {
            counters.count(LiveCounters.Event.EMPTY_RESOLUTION);
            if (failure.equals(EMPTY)) {
                return;
            }
            failure = EMPTY;
            failureLog.log(suppressed -> LOG.warn(
                    "client '{}': {} has no server; those found before stay in use: {}{}",
                    clientName,
                    resolver,
                    names(servers),
                    LogLimiter.suffix(suppressed)));
            return;
        }
        failure = "";
        Map<String, EndpointAddress> once = new LinkedHashMap<>();
        answer.forEach(server -> once.putIfAbsent(server.name(), server));
        List<EndpointAddress> found = List.copyOf(once.values());
        if (!Set.copyOf(found).equals(Set.copyOf(servers))) { // DNS servers rotate the order
            if (!servers.isEmpty()) {
                LOG.info("client '{}': servers are now {}, by {}", clientName, names(found), resolver);
            }
            pool.accept(found);
            servers = found; // if that throws, the next answer is passed on even if it is the same
        }
        answered.countDown();
    }

    private static String names(List<EndpointAddress> servers) {
        return "["
                + EndpointSet.firstNames(
                        servers.stream().map(EndpointAddress::name).toList()) + "]";
    }

    @Override
    public synchronized void failed(Throwable cause) {
        if (closed) {
            return;
        }
        counters.count(LiveCounters.Event.FAILED_RESOLUTION);
        if (failure.equals(cause.toString())) { // a file, for instance, is read every second
            return;
        }
        failure = cause.toString();
        failureLog.log(suppressed -> LOG.warn(
                "client '{}': {} cannot find servers; those found before stay in use: {}: {}{}",
                clientName,
                resolver,
                names(servers),
                cause.toString(),
                LogLimiter.suffix(suppressed)));
    }

    /**
     * Asks the resolver for an earlier answer, because a connection attempt failed. Does not throw: the thread that reports
     * the failure has calls to end. Nor does it wait for a resolver that blocks: that thread may be the one that reads, or
     * checks deadlines.
     *
     * @param thread runs a task on a thread that may block
     */
    void refresh(Executor thread) {
        try {
            thread.execute(this::refreshNow);
        } catch (RuntimeException | Error e) {
            logRefresh(e);
        }
    }

    private void refreshNow() {
        Resolver.Resolution started = resolution;
        if (started == null || closed) {
            return;
        }
        try {
            started.refresh();
        } catch (RuntimeException | Error e) {
            logRefresh(e);
        }
    }

    private void logRefresh(Throwable thrown) {
        refreshLog.log(suppressed -> LOG.warn(
                "client '{}': {} could not be refreshed{}",
                clientName,
                resolver,
                LogLimiter.suffix(suppressed),
                thrown));
    }

    /** {@return the reason why there is no server yet} */
    synchronized String reasonForNone() {
        return resolver + " has given no server yet" + (failure.isEmpty() ? "" : ": " + failure);
    }

    /**
     * Ends the resolution. Can be called more than once. Does not wait for a resolver that takes long, and does not throw:
     * the client is yet to close its connections, and to end its threads.
     */
    void close() {
        synchronized (this) {
            closed = true;
        }
        Resolver.Resolution started = resolution;
        if (started != null) {
            ShortLivedThread.run(clientName + "-resolver", CLOSE, () -> close(started));
        }
    }

    private void close(Resolver.Resolution started) {
        try {
            started.close();
        } catch (RuntimeException | Error e) {
            LOG.warn("client '{}': {} could not be closed", clientName, resolver, e);
        }
    }
}
