package io.grizzlythrift.client;

import io.grizzlythrift.client.completion.LiveCounters;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.log.LogLimiter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of a client, as its resolver finds them: passes each answer that differs on to the pool, keeps the last one
 * that was not empty, counts and logs.
 *
 * <p>Thread-safe: the lock of this object guards the fields that change, and is held while the pool is told, so that it sees
 * answers in their order.
 */
final class ResolvedServers implements Resolver.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    /** How many servers a log line names: there may be thousands, and a line for each change. */
    private static final int MAX_NAMES = 20;

    private static final String EMPTY = "its answer is empty";

    private final String clientName;
    private final Resolver resolver;
    private final LiveCounters counters;
    private final CountDownLatch answered = new CountDownLatch(1);
    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private Consumer<List<EndpointAddress>> pool = servers -> {};
    private List<EndpointAddress> servers = List.of();

    /** What was wrong with the last answer; empty if nothing. The same is logged once. */
    private String failure = "";

    private volatile Resolver.Resolution resolution;
    private boolean closed;

    ResolvedServers(String clientName, Resolver resolver, LiveCounters counters) {
        this.clientName = clientName;
        this.resolver = resolver;
        this.counters = counters;
    }

    /**
     * Starts the resolver.
     *
     * @param usedBy receives the servers whenever they change
     */
    void start(Consumer<List<EndpointAddress>> usedBy) {
        synchronized (this) {
            pool = usedBy;
        }
        resolution = resolver.start(this);
    }

    /** Waits until there are servers, up to a limit. An interrupt ends the wait. */
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
        counters.countResolution();
        if (answer.isEmpty()) {
            counters.countEmptyResolution();
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
            servers = found;
            pool.accept(found);
        }
        answered.countDown();
    }

    /** Returns the names of the first servers, and how many more there are. */
    private static String names(List<EndpointAddress> servers) {
        String more = servers.size() > MAX_NAMES ? " and " + (servers.size() - MAX_NAMES) + " more]" : "]";
        return servers.stream()
                .limit(MAX_NAMES)
                .map(EndpointAddress::name)
                .collect(Collectors.joining(", ", "[", more));
    }

    @Override
    public synchronized void failed(Throwable cause) {
        if (closed) {
            return;
        }
        counters.countFailedResolution();
        if (failure.equals(cause.toString())) { // a file is read again every second
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

    /** A server could not be connected. */
    void refresh() {
        Resolver.Resolution started = resolution;
        if (started != null) {
            started.refresh();
        }
    }

    /** {@return why there is no server to connect to, while there is none} */
    synchronized String reasonForNone() {
        return resolver + " has given no server yet" + (failure.isEmpty() ? "" : ": " + failure);
    }

    /** Ends the resolution. Does nothing the second time. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        Resolver.Resolution started = resolution;
        if (started != null) {
            started.close();
        }
    }
}
