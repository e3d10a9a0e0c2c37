package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.io.Connector;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All servers of a client, and which of them may take calls: those that have an open connection and are not ejected,
 * restricted to the zone of the client if enough of those there are left. If no such server is left, or too many are ejected
 * in the zone and in all, any server with an open connection may take calls.
 *
 * <p>Thread-safe: the lock of this object guards the list and the creation of selections. Endpoints are called without it,
 * except for queries.
 */
public final class EndpointSet {
    /** The minimum time between two decays of the latencies. */
    private static final long DECAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The minimum time between two changes of the aperture. */
    private static final long ADAPT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long the time of the fastest server is used: calls that time out ask for it. */
    private static final long LEAST_REPLY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** A lost packet is normally retransmitted within this time (RFC 6298). */
    private static final long MIN_STALLED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The maximum number of servers that a message names: there may be thousands. */
    private static final int MAX_NAMES = 20;

    private final ClientContext context;
    private final Connector connector;
    private final Endpoint.Listener listener;
    private final OutlierDetection detection;
    private final GuardedBalancer balancer;

    /** A server is silent once its connections have held abandoned calls for this time, and no byte has come. */
    private final long stalledNanos;

    private final ApertureSubset subset;
    private volatile List<Endpoint> all = List.of();
    private volatile Map<String, Endpoint> byName = Map.of();
    private volatile String names = "";
    private volatile List<Endpoint> used = List.of();
    private volatile EndpointSelection selection = EndpointSelection.NONE;

    /** Endpoints that were removed from the servers but still have connections, or are yet to leave. */
    private final List<Endpoint> gone = new ArrayList<>();

    /** Whether ejection is ignored. */
    private boolean panic;

    private boolean closed;

    // Written by any thread; they need not agree.
    private volatile long leastReplyNanos = Long.MAX_VALUE;
    private volatile long leastReplyAt = Long.MIN_VALUE / 2;

    // For checks only.
    private long decayedAt;
    private long comparedAt;
    private long adaptedAt;

    /** @param listener notified of changes; must then call {@link #update} soon */
    public EndpointSet(ClientContext context, Connector connector, Endpoint.Listener listener) {
        this.context = context;
        this.connector = connector;
        this.listener = listener;
        detection = context.config().outlierDetection();
        balancer = new GuardedBalancer(context.config().name(), context.config().balancer());
        stalledNanos =
                Math.max(MIN_STALLED_NANOS, context.config().callTimeout().toNanos());
        subset = new ApertureSubset(
                context.config().aperture(),
                detection.panicThreshold(),
                ThreadLocalRandom.current().nextLong());
    }

    /** {@return the servers that may take calls now} */
    public EndpointSelection selection() {
        return selection;
    }

    /** {@return the servers that this client uses: all, or those of its aperture} */
    public List<Endpoint> used() {
        return used;
    }

    /** {@return all servers} */
    public List<Endpoint> all() {
        return all;
    }

    /**
     * Replaces the servers. Those with the same host and port keep their connections. If this throws, it can be called again
     * with the same servers.
     */
    public void endpoints(List<EndpointAddress> servers) {
        List<Endpoint> added = new ArrayList<>();
        List<Endpoint> leaving;
        List<Endpoint> next;
        boolean inUse;
        boolean isWanted;
        synchronized (this) {
            if (closed) {
                return;
            }
            Map<String, Endpoint> known = byName;
            Map<String, Endpoint> wanted = new LinkedHashMap<>();
            for (EndpointAddress server : servers) {
                Endpoint endpoint = known.get(server.name());
                if (endpoint == null) {
                    endpoint = wanted.get(server.name());
                }
                if (endpoint == null) {
                    endpoint = new Endpoint(context, connector, listener, server);
                    added.add(endpoint);
                }
                endpoint.address(server);
                wanted.put(server.name(), endpoint);
            }
            List<Endpoint> removed = all.stream()
                    .filter(endpoint -> !wanted.containsKey(endpoint.name()))
                    .toList();
            leaving = Stream.concat(gone.stream(), removed.stream())
                    .filter(endpoint -> !endpoint.connections().isGone())
                    .toList();
            inUse = all.stream().anyMatch(endpoint -> !endpoint.open().isEmpty());
            isWanted = inUse || all.stream().anyMatch(endpoint -> endpoint.waiting() > 0);
            next = List.copyOf(wanted.values());
            gone.addAll(removed);
            all = next;
            byName = wanted;
            names = firstNames(wanted.keySet()); // once, because each call that fails without a connection names them
            subset.endpoints(next);
        }
        next.forEach(endpoint -> endpoint.ejection().mayEject(next.size() > 1));
        if (inUse) {
            added.forEach(endpoint -> endpoint.health().warm());
        }
        update(); // before the others leave: calls must find the new ones instead
        listener.changed();
        leaving.forEach(endpoint -> endpoint.leave(true));
        if (isWanted) {
            used.stream().filter(Set.copyOf(added)::contains).forEach(listener::connectionWanted);
        }
    }

    /** Determines again which servers may take calls. Takes time in proportion to their number. */
    public synchronized void update() {
        gone.removeIf(endpoint -> endpoint.connections().isGone() && endpoint.isEmpty());
        ApertureSubset.Used subsetUsed = subset.used();
        used = subsetUsed.endpoints();
        panic = subsetUsed.isPanic();
        List<Endpoint> open = new ArrayList<>();
        List<Endpoint> connecting = new ArrayList<>();
        List<Endpoint> unconnected = new ArrayList<>();
        for (Endpoint endpoint : used) {
            switch (endpoint.connections().phase()) {
                case OPEN -> open.add(endpoint);
                case CONNECTING -> connecting.add(endpoint);
                case UNCONNECTED -> unconnected.add(endpoint);
                case UNAVAILABLE -> {}
            }
        }
        List<Endpoint> probing =
                all.stream().filter(endpoint -> endpoint.ejection().isProbing()).toList();
        if (used.size() < all.size() && !probing.isEmpty()) {
            Set<Endpoint> inUse = Set.copyOf(used);
            probing.stream()
                    .filter(endpoint ->
                            !inUse.contains(endpoint) && endpoint.connections().isUnconnected())
                    .forEach(unconnected::add);
        }
        // each call looks at those that it may probe: without the others, which may be thousands
        List<Endpoint> probed =
                probing.stream().filter(endpoint -> !endpoint.open().isEmpty()).toList();
        selection = selection.next(balancer, usable(open), probed, connecting, unconnected);
    }

    private List<Endpoint> usable(List<Endpoint> open) {
        List<Endpoint> healthy =
                open.stream().filter(endpoint -> !endpoint.ejection().isOut()).toList();
        List<Endpoint> near = inZone(healthy);
        if (!near.isEmpty()) { // even in a panic: its cause may be the other zones
            return near;
        }
        return panic || healthy.isEmpty() ? open : healthy;
    }

    /** Returns the servers in the zone of the client if these are at least half of all that it uses there, otherwise none. */
    private List<Endpoint> inZone(List<Endpoint> healthy) {
        Optional<String> zone = context.config().zone();
        if (zone.isEmpty()) {
            return List.of();
        }
        Predicate<Endpoint> isNear = endpoint -> endpoint.address().zone().equals(zone);
        List<Endpoint> near = healthy.stream().filter(isNear).toList();
        long there = used.stream().filter(isNear).count();
        return 2L * near.size() < there ? List.of() : near;
    }

    /** Checks and compares the servers. Called periodically on the timer thread while there are calls. */
    public void check(long now) {
        List<Endpoint> servers = all;
        for (Endpoint endpoint : servers) {
            if (endpoint.isStalled(stalledNanos)) {
                replaceStalled(endpoint);
            }
        }
        if (servers.size() < 2) {
            return;
        }
        if (now - decayedAt >= DECAY_NANOS) {
            decayedAt = now;
            servers.forEach(endpoint -> endpoint.health().decay(now));
        }
        if (now - comparedAt >= detection.interval().toNanos()) {
            comparedAt = now;
            compareRates(servers);
        }
        if (context.config().aperture().isPresent() && now - adaptedAt >= ADAPT_NANOS) {
            adaptedAt = now;
            adapt();
        }
    }

    /**
     * Ejects a stalled server or, without ejection, lets it get new connections: calls would avoid the old ones forever or, if
     * there are no others, be abandoned on them.
     */
    private void replaceStalled(Endpoint endpoint) {
        if (all.size() > 1 && detection.failuresInRow() <= OutlierDetection.MAX_FAILURES) {
            endpoint.ejection().stalled();
        } else {
            endpoint.replaceSilent();
        }
    }

    /** {@return how long the fastest server takes to reply, in nanoseconds; {@link Long#MAX_VALUE} if none has replied} */
    public long leastReplyNanos() {
        long now = context.now();
        if (now - leastReplyAt >= LEAST_REPLY_NANOS) {
            leastReplyAt = now;
            leastReplyNanos = all.stream()
                    .mapToLong(endpoint -> endpoint.health().latency().replyNanos())
                    .filter(nanos -> nanos > 0)
                    .min()
                    .orElse(Long.MAX_VALUE);
        }
        return leastReplyNanos;
    }

    private static void compareRates(List<Endpoint> servers) {
        long good = servers.stream().mapToLong(one -> one.health().succeeded()).sum();
        long bad = servers.stream().mapToLong(one -> one.health().failed()).sum();
        double rate = (double) good / Math.max(1, good + bad);
        servers.forEach(endpoint -> endpoint.health().compareRate(rate));
    }

    private void adapt() {
        long calls = used.stream().mapToLong(Endpoint::load).sum();
        boolean changed;
        synchronized (this) {
            changed = !panic && subset.adapt(calls);
        }
        if (changed) {
            update();
            listener.changed();
        }
        Set<Endpoint> inUse = Set.copyOf(used);
        all.stream()
                .filter(endpoint -> !inUse.contains(endpoint)
                        && !endpoint.open().isEmpty()
                        && !endpoint.ejection().isOut())
                .forEach(endpoint -> endpoint.leave(false));
    }

    /** {@return the current metrics of each endpoint, in the order of the servers, followed by removed ones} */
    public synchronized List<EndpointMetrics> metrics() {
        return Stream.concat(all.stream(), gone.stream().filter(endpoint -> !endpoint.isEmpty()))
                .map(Endpoint::metrics)
                .toList();
    }

    /** {@return the current metrics of one endpoint, by the name of its server; empty if there is none} */
    public Optional<EndpointMetrics> metrics(String server) {
        Endpoint endpoint = byName.get(server);
        if (endpoint != null) {
            return Optional.of(endpoint.metrics());
        }
        synchronized (this) {
            return gone.stream()
                    .filter(each -> each.name().equals(server) && !each.isEmpty())
                    .findFirst()
                    .map(Endpoint::metrics);
        }
    }

    /** {@return the {@link #firstNames} of all servers} */
    public String names() {
        return names;
    }

    /** {@return the first 20 names at most, and the number of further ones} */
    public static String firstNames(Collection<String> servers) {
        String more = servers.size() > MAX_NAMES ? " and " + (servers.size() - MAX_NAMES) + " more" : "";
        return servers.stream().limit(MAX_NAMES).collect(Collectors.joining(", ", "", more));
    }

    /** Stops opening connections. Returns all existing ones. */
    public List<PooledConnection> close() {
        List<Endpoint> each;
        synchronized (this) {
            closed = true;
            each = new ArrayList<>(all);
            each.addAll(gone);
        }
        return each.stream().flatMap(endpoint -> endpoint.close().stream()).toList();
    }
}
