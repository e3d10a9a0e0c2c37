package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.health.SlowMethods;
import io.grizzlythrift.client.io.Connector;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All servers of a client, and which of them may take calls: those that have an open connection and are not ejected, in the
 * zone of the client if enough of them are there. If there is none of these, or too many are ejected, any with an open
 * connection.
 *
 * <p>Thread-safe: the lock of this object guards the list and the making of selections; endpoints are called without it,
 * except for what they answer at once.
 */
public final class EndpointSet {
    /** The time between two reductions of latencies while nothing is measured. */
    private static final long DECAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The time between two changes of the aperture. */
    private static final long ADAPT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Within this time a lost packet is sent again (RFC 6298). */
    private static final long MIN_STALLED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How many servers a failure names: there may be thousands. */
    private static final int MAX_NAMES = 20;

    private final ClientContext context;
    private final Connector connector;
    private final SlowMethods slowMethods;
    private final Endpoint.Listener listener;
    private final OutlierDetection detection;
    private final GuardedBalancer balancer;

    /** After this time without a reply to calls that nobody waits for, a server is silent: no other call goes there. */
    private final long stalledNanos;

    private final ApertureSubset subset;
    private volatile List<Endpoint> all = List.of();
    private volatile String names = "";
    private volatile List<Endpoint> used = List.of();
    private volatile EndpointSelection selection = EndpointSelection.NONE;

    /** Endpoints that are not among the servers any more, and still have connections. */
    private final List<Endpoint> gone = new ArrayList<>();

    private boolean closed;

    // For checks only.
    private long decayedAt;
    private long comparedAt;
    private long adaptedAt;

    /** @param listener is told of changes, after which it calls {@link #update} */
    public EndpointSet(
            ClientContext context, Connector connector, SlowMethods slowMethods, Endpoint.Listener listener) {
        this.context = context;
        this.connector = connector;
        this.slowMethods = slowMethods;
        this.listener = listener;
        detection = context.config().outlierDetection();
        balancer = new GuardedBalancer(context.config().balancer());
        stalledNanos =
                Math.max(MIN_STALLED_NANOS, context.config().callTimeout().toNanos());
        subset = new ApertureSubset(
                context.config().aperture(), ThreadLocalRandom.current().nextLong());
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

    /** Replaces the servers. Those with the same host and port stay. */
    public void endpoints(List<EndpointAddress> servers) {
        List<Endpoint> added = new ArrayList<>();
        List<Endpoint> removed;
        List<Endpoint> next;
        boolean inUse;
        synchronized (this) {
            if (closed) {
                return;
            }
            Map<String, Endpoint> known = all.stream().collect(Collectors.toMap(Endpoint::name, one -> one));
            Map<String, Endpoint> wanted = new LinkedHashMap<>();
            for (EndpointAddress server : servers) {
                Endpoint endpoint = known.get(server.name());
                if (endpoint == null) {
                    endpoint = wanted.get(server.name());
                }
                if (endpoint == null) {
                    endpoint = new Endpoint(context, connector, listener, slowMethods, server);
                    added.add(endpoint);
                }
                endpoint.address(server);
                wanted.put(server.name(), endpoint);
            }
            removed = all.stream()
                    .filter(endpoint -> !wanted.containsKey(endpoint.name()))
                    .toList();
            gone.addAll(removed);
            inUse = all.stream().anyMatch(endpoint -> !endpoint.open().isEmpty());
            next = List.copyOf(wanted.values());
            all = next;
            names = names(next);
            subset.endpoints(next);
        }
        next.forEach(endpoint -> endpoint.health().mayEject(next.size() > 1));
        if (inUse) {
            added.forEach(endpoint -> endpoint.health().warm());
        }
        listener.changed(); // before the others leave: calls must find the new ones in their place
        removed.forEach(endpoint -> endpoint.leave(true));
        if (inUse) {
            used.stream().filter(Set.copyOf(added)::contains).forEach(Endpoint::firstConnection);
        }
    }

    /** Finds out again which servers may take calls. */
    public synchronized void update() {
        gone.removeIf(Endpoint::isEmpty);
        used = subset.used();
        Set<Endpoint> inUse = Set.copyOf(used); // there may be thousands
        List<Endpoint> open =
                used.stream().filter(endpoint -> !endpoint.open().isEmpty()).toList();
        selection = selection.next(
                balancer,
                usable(open),
                all.stream().filter(endpoint -> endpoint.health().isProbing()).toList(),
                all.stream()
                        .filter(endpoint -> endpoint.isUnconnected()
                                && (inUse.contains(endpoint)
                                        || endpoint.health().isProbing()))
                        .toList());
    }

    private List<Endpoint> usable(List<Endpoint> open) {
        long out = all.stream().filter(endpoint -> endpoint.health().isOut()).count();
        if (out == 0) {
            return inZone(open);
        }
        List<Endpoint> healthy =
                open.stream().filter(endpoint -> !endpoint.health().isOut()).toList();
        boolean panic = out > detection.panicThreshold() * all.size();
        return panic || healthy.isEmpty() ? open : inZone(healthy);
    }

    /** Returns those in the zone of the client, if they are at least half of all that it uses there. */
    private List<Endpoint> inZone(List<Endpoint> healthy) {
        Optional<String> zone = context.config().zone();
        if (zone.isEmpty()) {
            return healthy;
        }
        List<Endpoint> near = healthy.stream()
                .filter(endpoint -> endpoint.address().zone().equals(zone))
                .toList();
        long there = used.stream()
                .filter(endpoint -> endpoint.address().zone().equals(zone))
                .count();
        return near.isEmpty() || 2L * near.size() < there ? healthy : near;
    }

    /** Compares the servers, from time to time. On the timer thread, while calls are in flight. */
    public void check(long now) {
        List<Endpoint> servers = all;
        if (servers.size() < 2) {
            return;
        }
        for (Endpoint endpoint : servers) {
            if (endpoint.isStalled(stalledNanos)) {
                replaceStalled(endpoint);
            }
        }
        if (now - decayedAt >= DECAY_NANOS) {
            decayedAt = now;
            servers.forEach(endpoint -> endpoint.health().latency().decay(now));
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

    /** No call would use its connections any more. So a server that may not be ejected gets new ones. */
    private void replaceStalled(Endpoint endpoint) {
        if (detection.failuresInRow() <= OutlierDetection.MAX_FAILURES) {
            endpoint.health().stalled();
        } else {
            endpoint.leave(false);
        }
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
            changed = subset.adapt(calls);
        }
        if (changed) {
            listener.changed();
        }
        Set<Endpoint> inUse = Set.copyOf(used);
        all.stream()
                .filter(endpoint -> !inUse.contains(endpoint)
                        && !endpoint.open().isEmpty()
                        && !endpoint.health().isOut())
                .forEach(endpoint -> endpoint.leave(false));
    }

    /** {@return what the connections to each endpoint do now, in the order of the servers; last, those that are gone} */
    public synchronized List<EndpointMetrics> metrics() {
        return Stream.concat(all.stream(), gone.stream().filter(endpoint -> !endpoint.isEmpty()))
                .map(Endpoint::metrics)
                .toList();
    }

    /** {@return host and port of the first endpoints, and how many more there are} */
    public String names() {
        return names;
    }

    /** Made once for each list of servers: each call that fails for want of a connection names them. */
    private static String names(List<Endpoint> servers) {
        String more = servers.size() > MAX_NAMES ? " and " + (servers.size() - MAX_NAMES) + " more" : "";
        return servers.stream().limit(MAX_NAMES).map(Endpoint::name).collect(Collectors.joining(", ", "", more));
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
