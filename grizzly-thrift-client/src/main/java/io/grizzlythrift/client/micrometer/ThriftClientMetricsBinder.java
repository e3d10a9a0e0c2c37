package io.grizzlythrift.client.micrometer;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.micrometer.internal.BoundMeters;
import io.grizzlythrift.micrometer.internal.TagValues;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Publishes the counters and endpoints of a client to Micrometer registries:
 *
 * <pre>{@code
 * ThriftClient client = ThriftClient.builder()....build();
 * new ThriftClientMetricsBinder(client).bindTo(registry);
 * }</pre>
 *
 * <p>Every meter has the tag {@code client} with the name of the client. Two clients in one registry need different
 * names or further tags:
 *
 * <ul>
 *   <li>{@code thrift.client.calls} (outcome): ended calls; {@code completed}, or a {@link FailureCause} in lower case
 *   <li>{@code thrift.client.calls.in.flight}, {@code thrift.client.calls.waiting}, {@code
 *       thrift.client.connections.open} (endpoint): current values
 *   <li>{@code thrift.client.endpoints}: the number of servers; reading it registers the meters of new servers, and
 *       removes the meters of servers that are gone and have no connection left
 *   <li>{@code thrift.client.endpoint.available} (endpoint): 1 if the server gets calls, otherwise 0; {@code
 *       thrift.client.endpoint.latency} (endpoint): seconds; {@code thrift.client.endpoint.ejections} (endpoint): total
 *   <li>{@code thrift.client.connections.attempts}, {@code thrift.client.connections.reconnects} (endpoint): totals
 *   <li>{@code thrift.client.connections.silent}, {@code thrift.client.cancel.notices}, {@code
 *       thrift.client.replies.dropped} (reason {@code late} or {@code unknown}), {@code
 *       thrift.client.queued.rejections}, {@code thrift.client.callback.errors}: totals
 *   <li>{@code thrift.client.resolutions} (outcome {@code resolved}, {@code empty} or {@code failed}): answers of the
 *       resolver
 *   <li>{@code thrift.client.queued}: current bytes of calls that are not sent
 * </ul>
 *
 * <p>{@link EndpointMetrics} and {@link ClientCounters} describe the values. {@link ThriftClientCallTimer} adds times
 * per method. After the client is closed, the meters keep their last values, and keep the client in memory until {@link
 * #close()} is called.
 */
@SuppressWarnings("exports") // Micrometer is optional: a module that uses this requires it
public final class ThriftClientMetricsBinder implements MeterBinder, AutoCloseable {
    private static final String PREFIX = "thrift.client.";

    /** What each meter shows, by its name without the prefix. */
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            Map.entry("callback.errors", "Callbacks that threw an exception"),
            Map.entry("calls", "Calls that have ended"),
            Map.entry("calls.in.flight", "Calls that were sent and have no reply"),
            Map.entry("calls.waiting", "Calls that are not sent"),
            Map.entry("cancel.notices", "Notices to servers that nobody waits for a call any more"),
            Map.entry("connections.attempts", "Attempts to connect"),
            Map.entry("connections.open", "Connections open now"),
            Map.entry("connections.reconnects", "Connections opened to replace a lost one"),
            Map.entry("connections.silent", "Connections replaced because their server had fallen silent"),
            Map.entry("endpoint.available", "Whether the server gets calls (1) or not (0)"),
            Map.entry("endpoint.ejections", "How often the server was ejected because its calls failed"),
            Map.entry("endpoint.latency", "A moving average of the time of a call, in seconds"),
            Map.entry("endpoints", "The number of servers"),
            Map.entry("hedges", "Further attempts at calls without a reply yet"),
            Map.entry("hedges.won", "Hedges whose reply was the first good one of their call"),
            Map.entry("kept", "Bytes of copies that are kept for further attempts"),
            Map.entry("not.kept", "Calls of which no copy was kept for further attempts"),
            Map.entry("queued", "Bytes of encoded calls that were not handed to a socket"),
            Map.entry("queued.rejections", "Calls rejected because there was no room for their bytes"),
            Map.entry("replies.dropped", "Replies to calls that had ended, or that no call expected"),
            Map.entry("resolutions", "Answers of the resolver, and failures to get one"),
            Map.entry("retries", "Further attempts at calls that failed"),
            Map.entry("retries.over.budget", "Retries and hedges that the budget did not allow"));

    private final ThriftClient client;
    private final Tags tags;
    private final Queue<BoundMeters> bound = new ConcurrentLinkedQueue<>();

    /**
     * Creates a binder for a client.
     *
     * @param client the client to publish
     */
    public ThriftClientMetricsBinder(ThriftClient client) {
        this(client, Tags.empty());
    }

    /**
     * Creates a binder for a client, with further tags.
     *
     * @param client the client to publish
     * @param tags added to every meter
     */
    public ThriftClientMetricsBinder(ThriftClient client, Iterable<Tag> tags) {
        this.client = Objects.requireNonNull(client, "client");
        this.tags = Tags.of("client", client.config().name()).and(Objects.requireNonNull(tags, "tags"));
    }

    /** Registers the meters of the client and of its endpoints. */
    @Override
    public void bindTo(MeterRegistry registry) {
        BoundMeters endpoints = new BoundMeters(registry);
        BoundMeters own = new BoundMeters(registry);
        count(registry, endpoints);
        own.add("client", clientMeters(registry, endpoints));
        bound.add(endpoints);
        bound.add(own);
    }

    private List<Supplier<Meter>> clientMeters(MeterRegistry registry, BoundMeters endpoints) {
        List<Supplier<Meter>> meters = new ArrayList<>();
        Totals totals = (name, more, value) -> meters.add(counter(registry, name, more, value));
        totals.add("calls", Tags.of("outcome", "completed"), ClientCounters::completed);
        for (FailureCause cause : FailureCause.values()) {
            Tags outcome = Tags.of("outcome", TagValues.of(cause));
            totals.add("calls", outcome, counters -> counters.failed(cause));
        }
        totals.add("connections.silent", Tags.empty(), ClientCounters::silentConnections);
        totals.add("retries", Tags.empty(), ClientCounters::retries);
        totals.add("retries.over.budget", Tags.empty(), ClientCounters::retriesOverBudget);
        totals.add("hedges", Tags.empty(), ClientCounters::hedges);
        totals.add("hedges.won", Tags.empty(), ClientCounters::hedgesWon);
        totals.add("cancel.notices", Tags.empty(), ClientCounters::cancelNotices);
        totals.add("replies.dropped", Tags.of("reason", "late"), ClientCounters::lateReplies);
        totals.add("replies.dropped", Tags.of("reason", "unknown"), ClientCounters::unknownReplies);
        totals.add("queued.rejections", Tags.empty(), ClientCounters::queuedBytesRejections);
        totals.add("not.kept", Tags.empty(), ClientCounters::callsNotKept);
        totals.add(
                "resolutions",
                Tags.of("outcome", "resolved"),
                counters -> counters.resolutions() - counters.emptyResolutions());
        totals.add("resolutions", Tags.of("outcome", "empty"), ClientCounters::emptyResolutions);
        totals.add("resolutions", Tags.of("outcome", "failed"), ClientCounters::failedResolutions);
        totals.add("callback.errors", Tags.empty(), ClientCounters::callbackErrors);
        meters.add(bytes(registry, "queued", ClientCounters::queuedBytes));
        meters.add(bytes(registry, "kept", ClientCounters::keptBytes));
        meters.add(() -> Gauge.builder(PREFIX + "endpoints", endpoints, bound -> count(registry, bound))
                .description(DESCRIPTIONS.get("endpoints"))
                .tags(tags)
                .strongReference(true)
                .register(registry));
        return meters;
    }

    /** Adds a counter. */
    @FunctionalInterface
    private interface Totals {
        void add(String name, Iterable<Tag> more, ToDoubleFunction<ClientCounters> value);
    }

    /**
     * Registers the meters of new endpoints, and removes those of endpoints that are gone: if servers get another address at each
     * start, the number of meters would grow without bound. Returns the number of endpoints.
     */
    private int count(MeterRegistry registry, BoundMeters endpoints) {
        Set<String> names =
                client.endpoints().stream().map(EndpointMetrics::endpoint).collect(Collectors.toSet());
        endpoints.show(names, endpoint -> endpointMeters(registry, endpoint));
        return names.size();
    }

    private List<Supplier<Meter>> endpointMeters(MeterRegistry registry, String endpoint) {
        return List.of(
                gauge(registry, endpoint, "endpoint.available", metrics -> isAvailable(metrics.state()) ? 1 : 0),
                gauge(
                        registry,
                        endpoint,
                        "endpoint.latency",
                        metrics -> metrics.latency().toNanos() / 1e9),
                counter(registry, endpoint, "endpoint.ejections", EndpointMetrics::ejections),
                gauge(registry, endpoint, "connections.open", EndpointMetrics::openConnections),
                gauge(registry, endpoint, "calls.in.flight", EndpointMetrics::inFlight),
                gauge(registry, endpoint, "calls.waiting", EndpointMetrics::waiting),
                counter(registry, endpoint, "connections.attempts", EndpointMetrics::connectAttempts),
                counter(registry, endpoint, "connections.reconnects", EndpointMetrics::reconnects));
    }

    private static boolean isAvailable(EndpointState state) {
        return state == EndpointState.OPEN || state == EndpointState.WARMING;
    }

    private Supplier<Meter> gauge(
            MeterRegistry registry, String endpoint, String name, ToDoubleFunction<EndpointMetrics> value) {
        return () -> Gauge.builder(PREFIX + name, client, read -> value(endpoint, value))
                .description(DESCRIPTIONS.get(name))
                .tags(tags.and("endpoint", endpoint))
                .strongReference(true)
                .register(registry);
    }

    private Supplier<Meter> bytes(MeterRegistry registry, String name, ToDoubleFunction<ClientCounters> value) {
        return () -> Gauge.builder(PREFIX + name, client.counters(), value)
                .description(DESCRIPTIONS.get(name))
                .baseUnit("bytes")
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /** Registers a counter. The meter refers to its object weakly; the function keeps the client in memory. */
    private Supplier<Meter> counter(
            MeterRegistry registry, String endpoint, String name, ToLongFunction<EndpointMetrics> value) {
        return () -> FunctionCounter.builder(PREFIX + name, client, weak -> value(endpoint, value::applyAsLong))
                .description(DESCRIPTIONS.get(name))
                .tags(tags.and("endpoint", endpoint))
                .register(registry);
    }

    /** Returns a value of an endpoint; 0 while it is not among the servers. */
    private double value(String name, ToDoubleFunction<EndpointMetrics> value) {
        return client.endpoint(name).map(value::applyAsDouble).orElse(0.0);
    }

    private Supplier<Meter> counter(
            MeterRegistry registry, String name, Iterable<Tag> more, ToDoubleFunction<ClientCounters> value) {
        ClientCounters counters = client.counters();
        return () -> FunctionCounter.builder(PREFIX + name, counters, weak -> value.applyAsDouble(counters))
                .description(DESCRIPTIONS.get(name))
                .tags(tags)
                .tags(more)
                .register(registry);
    }

    /**
     * Removes all meters from their registries, except those that a client of the same name has replaced. Not needed if the
     * registry itself is closed.
     */
    @Override
    public void close() {
        for (BoundMeters meters = bound.poll(); meters != null; meters = bound.poll()) {
            meters.close();
        }
    }
}
