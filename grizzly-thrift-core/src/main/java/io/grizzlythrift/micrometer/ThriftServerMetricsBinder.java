package io.grizzlythrift.micrometer;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.micrometer.internal.BoundMeters;
import io.grizzlythrift.micrometer.internal.TagValues;
import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftServer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Publishes the counters and metrics of a server to Micrometer registries:
 *
 * <pre>{@code
 * ThriftServer server = ThriftServer.builder()....build().start();
 * new ThriftServerMetricsBinder(server).bindTo(registry);
 * }</pre>
 *
 * <p>Every meter has the tag {@code server} with the name of the server. Two servers in one registry need different
 * names or further tags; otherwise the registry shows the one that was bound last, also after the other one is closed:
 *
 * <ul>
 *   <li>{@code thrift.server.calls} (service, method, outcome): completed calls, by {@link
 *       io.grizzlythrift.call.ServerCallOutcome.Kind} in lower case
 *   <li>{@code thrift.server.call.queued}, {@code thrift.server.call.handled} (service, method): count and total time
 *   <li>{@code thrift.server.call.message}, {@code thrift.server.call.reply} (service, method): bytes
 *   <li>{@code thrift.server.method.on.selector} (service, method): 1 if calls run on selector threads, 0 if on the
 *       pool; {@code thrift.server.method.promotions}, {@code thrift.server.method.demotions}: the number of changes;
 *       only with the strategy {@code adaptive}
 *   <li>{@code thrift.server.calls.in.flight}, {@code thrift.server.calls.in.flight.limit}, {@code
 *       thrift.server.connections.open}, {@code
 *       thrift.server.buffered} (part, a {@link MemoryPart} in lower case): current values
 *   <li>{@code thrift.server.replies.duplicate}, {@code thrift.server.calls.dropped}, {@code
 *       thrift.server.calls.cancelled}, {@code thrift.server.calls.prioritized} (priority), {@code
 *       thrift.server.connections.accepted}, {@code thrift.server.connections.failed} (reason {@code accept} or {@code
 *       handshake}), {@code thrift.server.limit.reached} (limit), {@code thrift.server.announcements} (outcome {@code
 *       announced} or {@code failed}), {@code thrift.server.errors} (kind {@code protocol} or {@code handler}): totals
 * </ul>
 *
 * <p>If the registry is one of Prometheus and the server accepts {@linkplain
 * io.grizzlythrift.server.ThriftServerBuilder#http HTTP}, the text of that registry, with all its meters, is available
 * under {@code /metrics} on the port of the server.
 *
 * <p>The tag {@code service} is empty for calls that name no service. Methods of generated processors have meters from
 * the start, other methods from their first call ({@link io.grizzlythrift.metrics.ServerMetrics#onMethod}). After the
 * server stops, the meters keep their last values, and keep the server in memory until {@link #close()}.
 */
@SuppressWarnings("exports") // Micrometer is optional: a module that uses this requires it
public final class ThriftServerMetricsBinder implements MeterBinder, AutoCloseable {
    private final ThriftListener server;
    private final Tags tags;
    private final Queue<Runnable> bound = new ConcurrentLinkedQueue<>();

    /**
     * Creates a binder for a server.
     *
     * @param server a server that must be started before {@link #bindTo}
     */
    public ThriftServerMetricsBinder(ThriftServer server) {
        this(server, Tags.empty());
    }

    /**
     * Creates a binder for a server, with further tags.
     *
     * @param server a server that must be started before {@link #bindTo}
     * @param tags added to every meter
     */
    public ThriftServerMetricsBinder(ThriftServer server, Iterable<Tag> tags) {
        this(server.listener(), tags);
    }

    /**
     * Creates a binder for a listener, with further tags.
     *
     * @param server a listener that must be started before {@link #bindTo}
     * @param tags added to every meter
     */
    public ThriftServerMetricsBinder(ThriftListener server, Iterable<Tag> tags) {
        this.server = Objects.requireNonNull(server, "server");
        this.tags = Tags.of("server", server.config().name()).and(Objects.requireNonNull(tags, "tags"));
    }

    /**
     * Registers the meters of the server and of its methods, including methods that are first called later.
     *
     * @throws IllegalStateException if the server was never started
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        List<Supplier<Meter>> registrations = new ArrayList<>();
        registrations.add(gauge(
                registry, "calls.in.flight", "Calls that wait for a thread or run now", ServerCounters::inFlight));
        registrations.add(gauge(
                registry,
                "calls.in.flight.limit",
                "The number of calls that may be in flight now",
                ServerCounters::inFlightLimit));
        registrations.add(gauge(registry, "connections.open", "Connections open now", ServerCounters::openConnections));
        registrations.add(gauge(
                registry,
                "negotiations.pending",
                "Connections whose negotiation of SASL is in progress now",
                ServerCounters::pendingNegotiations));
        for (MemoryPart part : MemoryPart.values()) {
            registrations.add(() -> Gauge.builder(
                            "thrift.server.buffered", server.counters(), counters -> counters.bufferedBytes(part))
                    .description("The memory that connections use now for frames and replies, by purpose")
                    .baseUnit("bytes")
                    .tags(tags.and("part", TagValues.of(part)))
                    .strongReference(true)
                    .register(registry));
        }
        Totals totals = (meter, more, value) -> registrations.add(counter(registry, meter, more, value));
        Total accepted = new Total("connections.accepted", "Connections accepted");
        totals.add(accepted, Tags.empty(), ServerCounters::acceptedConnections);
        Total failed =
                new Total("connections.failed", "Connections that failed to be accepted, or whose handshake failed");
        totals.add(failed, Tags.of("reason", "accept"), ServerCounters::failedAccepts);
        totals.add(failed, Tags.of("reason", "handshake"), ServerCounters::failedHandshakes);
        Total negotiations = new Total("negotiations", "Negotiations of SASL that have ended");
        totals.add(negotiations, Tags.of("outcome", "completed"), ServerCounters::completedNegotiations);
        totals.add(negotiations, Tags.of("outcome", "failed"), ServerCounters::failedNegotiations);
        Total announcements =
                new Total("announcements", "Announcements of an address to clients, and failures to announce one");
        totals.add(announcements, Tags.of("outcome", "announced"), ServerCounters::announcements);
        totals.add(announcements, Tags.of("outcome", "failed"), ServerCounters::failedAnnouncements);
        Total errors = new Total("errors", "Messages that could not be read, and calls whose handler failed");
        totals.add(errors, Tags.of("kind", "protocol"), ServerCounters::protocolErrors);
        totals.add(errors, Tags.of("kind", "handler"), ServerCounters::handlerErrors);
        Total duplicates = new Total("replies.duplicate", "Replies of handlers to calls that had already ended");
        totals.add(duplicates, Tags.empty(), ServerCounters::duplicateReplies);
        Total dropped = new Total("calls.dropped", "Calls that never ran because their connection was closed");
        totals.add(dropped, Tags.empty(), ServerCounters::droppedCalls);
        Total cancelled = new Total("calls.cancelled", "Calls whose cancellation was detected before they ended");
        totals.add(cancelled, Tags.empty(), ServerCounters::cancelledCalls);
        Total reached = new Total("limit.reached", "How often a limit was reached");
        for (LimitType limit : LimitType.values()) {
            totals.add(reached, Tags.of("limit", TagValues.of(limit)), counters -> counters.reached(limit));
        }
        Total prioritized = new Total("calls.prioritized", "Calls received, by priority");
        for (CallPriority priority : CallPriority.values()) {
            Tags named = Tags.of("priority", TagValues.of(priority));
            totals.add(prioritized, named, counters -> counters.calls(priority));
        }
        BoundMeters meters = new BoundMeters(registry);
        meters.add("server", registrations);
        PrometheusText.of(registry).ifPresent(text -> bound.add(server.publishMetrics(text)));
        bound.add(server.metrics().onMethod((service, method) -> bindMethod(registry, meters, service, method)));
        bound.add(meters::close);
    }

    /** Name and description of counters that differ in their tags. */
    private record Total(String name, String description) {}

    /** Adds a counter. */
    @FunctionalInterface
    private interface Totals {
        void add(Total meter, Iterable<Tag> more, ToDoubleFunction<ServerCounters> value);
    }

    private void bindMethod(MeterRegistry registry, BoundMeters meters, String service, String method) {
        MethodMetrics none = server.metrics().method(service, method).orElseThrow();
        meters.add(service + "/" + method, new MethodMeters(server.metrics(), none, tags).registrations(registry));
    }

    private Supplier<Meter> gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<ServerCounters> value) {
        return () -> Gauge.builder("thrift.server." + name, server.counters(), value)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private Supplier<Meter> counter(
            MeterRegistry registry, Total meter, Iterable<Tag> more, ToDoubleFunction<ServerCounters> value) {
        ServerCounters counters = server.counters();
        // The meter holds the counters weakly, so the function keeps them in memory.
        return () -> FunctionCounter.builder(
                        "thrift.server." + meter.name(), counters, weak -> value.applyAsDouble(counters))
                .description(meter.description())
                .tags(tags)
                .tags(more)
                .register(registry);
    }

    /**
     * Removes all meters from their registries, except those that a server of the same name has replaced. Not needed if the
     * registry itself is closed.
     */
    @Override
    public void close() {
        for (Runnable undo = bound.poll(); undo != null; undo = bound.poll()) {
            undo.run();
        }
    }
}
