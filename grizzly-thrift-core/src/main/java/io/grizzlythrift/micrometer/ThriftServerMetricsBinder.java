package io.grizzlythrift.micrometer;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ThriftServer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;

/**
 * Shows a server's numbers in registries of Micrometer:
 *
 * <pre>{@code
 * ThriftServer server = ThriftServer.builder()....build().start();
 * new ThriftServerMetricsBinder(server).bindTo(registry);
 * }</pre>
 *
 * <p>Every meter has the tag {@code server} with the name of the server, so two servers in one registry need two names,
 * or further tags:
 *
 * <ul>
 *   <li>{@code thrift.server.calls} (service, method, outcome): calls that ended, by {@link
 *       io.grizzlythrift.call.CallOutcome.Kind} in small letters
 *   <li>{@code thrift.server.call.queued}, {@code thrift.server.call.handled} (service, method): number and total time
 *   <li>{@code thrift.server.call.message}, {@code thrift.server.call.reply} (service, method): bytes
 *   <li>{@code thrift.server.calls.in.flight}, {@code thrift.server.connections.open}, {@code
 *       thrift.server.buffered.bytes} (part, a {@link MemoryPart} in small letters): now
 *   <li>{@code thrift.server.replies.duplicate}, {@code thrift.server.calls.dropped}, {@code thrift.server.connections.accepted}, {@code thrift.server.connections.failed} (reason {@code accept} or
 *       {@code handshake}), {@code thrift.server.limit.reached} (limit), {@code thrift.server.errors} (kind {@code
 *       protocol} or {@code handler}): so far
 * </ul>
 *
 * <p>The tag {@code service} is empty for calls that name none. Methods of generated processors are there from the
 * start, others when {@link io.grizzlythrift.metrics.ServerMetrics#onMethod} first tells of them. The meters keep their
 * last values when the server stops, and keep it in memory until {@link #close()}.
 */
public final class ThriftServerMetricsBinder implements MeterBinder, AutoCloseable {
    private final ThriftServer server;
    private final Tags tags;
    private final Queue<Runnable> bound = new ConcurrentLinkedQueue<>();

    /**
     * Shows a server.
     *
     * @param server to be started before it is bound
     */
    public ThriftServerMetricsBinder(ThriftServer server) {
        this(server, Tags.empty());
    }

    /**
     * Shows a server, with further tags.
     *
     * @param server to be started before it is bound
     * @param tags on every meter
     */
    public ThriftServerMetricsBinder(ThriftServer server, Iterable<Tag> tags) {
        this.server = Objects.requireNonNull(server, "server");
        this.tags = Tags.of("server", server.config().name()).and(Objects.requireNonNull(tags, "tags"));
    }

    /**
     * Registers the meters of the server, and those of its methods, also of methods that appear later.
     *
     * @throws IllegalStateException if the server was never started
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "calls.in.flight", Tags.empty(), ServerCounters::inFlight);
        gauge(registry, "connections.open", Tags.empty(), ServerCounters::openConnections);
        for (MemoryPart part : MemoryPart.values()) {
            gauge(
                    registry,
                    "buffered.bytes",
                    Tags.of("part", TagValues.of(part)),
                    counters -> counters.bufferedBytes(part));
        }
        counter(registry, "connections.accepted", Tags.empty(), ServerCounters::acceptedConnections);
        counter(registry, "connections.failed", Tags.of("reason", "accept"), ServerCounters::failedAccepts);
        counter(registry, "connections.failed", Tags.of("reason", "handshake"), ServerCounters::failedHandshakes);
        counter(registry, "errors", Tags.of("kind", "protocol"), ServerCounters::protocolErrors);
        counter(registry, "errors", Tags.of("kind", "handler"), ServerCounters::handlerErrors);
        counter(registry, "replies.duplicate", Tags.empty(), ServerCounters::duplicateReplies);
        counter(registry, "calls.dropped", Tags.empty(), ServerCounters::droppedCalls);
        for (LimitType limit : LimitType.values()) {
            Tags named = Tags.of("limit", TagValues.of(limit));
            counter(registry, "limit.reached", named, counters -> counters.reached(limit));
        }
        bound.add(server.metrics().onMethod((service, method) -> bindMethod(registry, service, method)));
    }

    private void bindMethod(MeterRegistry registry, String service, String method) {
        MethodMetrics none = server.metrics().method(service, method).orElseThrow();
        MethodMeters meters = new MethodMeters(server.metrics(), none, tags);
        meters.register(registry).forEach(meter -> removeOnClose(registry, meter));
    }

    private void gauge(
            MeterRegistry registry, String name, Iterable<Tag> more, ToDoubleFunction<ServerCounters> value) {
        Meter meter = Gauge.builder("thrift.server." + name, server.counters(), value)
                .tags(tags)
                .tags(more)
                .strongReference(true)
                .register(registry);
        removeOnClose(registry, meter);
    }

    private void counter(
            MeterRegistry registry, String name, Iterable<Tag> more, ToDoubleFunction<ServerCounters> value) {
        ServerCounters counters = server.counters();
        // The meter refers to the counters only weakly; the function keeps them.
        Meter meter = FunctionCounter.builder("thrift.server." + name, counters, weak -> value.applyAsDouble(counters))
                .tags(tags)
                .tags(more)
                .register(registry);
        removeOnClose(registry, meter);
    }

    private void removeOnClose(MeterRegistry registry, Meter meter) {
        bound.add(() -> registry.remove(meter));
    }

    /** Takes all meters out of their registries. A registry that closes needs no call of this. */
    @Override
    public void close() {
        for (Runnable undo = bound.poll(); undo != null; undo = bound.poll()) {
            undo.run();
        }
    }
}
