package io.grizzlythrift.micrometer;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.metrics.Timing;
import io.grizzlythrift.micrometer.internal.TagValues;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The meters of one method. Each reads its value when the registry polls it. */
final class MethodMeters {
    private final ServerMetrics metrics;
    private final MethodMetrics method;
    private final Tags tags;

    /** Creates the meters of a method; {@code method} is any snapshot of it. */
    MethodMeters(ServerMetrics metrics, MethodMetrics method, Tags tags) {
        this.metrics = metrics;
        this.method = method;
        this.tags = tags.and("service", method.service(), "method", method.method());
    }

    /** Returns what registers each of the meters. */
    List<Supplier<Meter>> registrations(MeterRegistry registry) {
        List<Supplier<Meter>> meters = new ArrayList<>();
        for (ServerCallOutcome.Kind kind : ServerCallOutcome.Kind.values()) {
            meters.add(() -> counter("calls", "Calls that have ended", read -> read.calls(kind))
                    .tag("outcome", TagValues.of(kind))
                    .register(registry));
        }
        meters.add(() -> counter("call.message", "The size of request messages", MethodMetrics::messageBytes)
                .baseUnit("bytes")
                .register(registry));
        meters.add(() -> counter("call.reply", "The size of reply messages", MethodMetrics::replyBytes)
                .baseUnit("bytes")
                .register(registry));
        meters.add(() -> timer("call.queued", "The time from reading a call to its start", MethodMetrics::queued)
                .register(registry));
        meters.add(() -> timer(
                        "call.handled",
                        "The time from the start of a call to its encoded reply",
                        MethodMetrics::handled)
                .register(registry));
        if (method.placement().isPresent()) {
            meters.add(() -> Gauge.builder(
                            "thrift.server.method.on.selector",
                            metrics,
                            weak -> placementOf(read(), placement -> placement.onSelectorThreads() ? 1 : 0))
                    .description("Whether calls run on selector threads (1) or on the pool (0)")
                    .tags(tags)
                    .register(registry));
            meters.add(() -> counter(
                            "method.promotions",
                            "How often calls moved from the pool to the selector threads",
                            read -> placementOf(read, CallPlacement::promotions))
                    .register(registry));
            meters.add(() -> counter(
                            "method.demotions",
                            "How often calls moved back to the pool because some were slow",
                            read -> placementOf(read, CallPlacement::demotions))
                    .register(registry));
        }
        return meters;
    }

    private static long placementOf(MethodMetrics read, ToLongFunction<CallPlacement> value) {
        return read.placement().map(value::applyAsLong).orElse(0L);
    }

    /** Creates a counter. Meters hold their object weakly, so the function keeps the metrics in memory. */
    private FunctionCounter.Builder<ServerMetrics> counter(
            String name, String description, ToLongFunction<MethodMetrics> value) {
        return FunctionCounter.builder("thrift.server." + name, metrics, weak -> value.applyAsLong(read()))
                .description(description)
                .tags(tags);
    }

    private FunctionTimer.Builder<ServerMetrics> timer(
            String name, String description, Function<MethodMetrics, Timing> value) {
        return FunctionTimer.builder(
                        "thrift.server." + name,
                        metrics,
                        weak -> value.apply(read()).count(),
                        weak -> value.apply(read()).total().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description(description)
                .tags(tags);
    }

    private MethodMetrics read() {
        return metrics.method(method.service(), method.method()).orElse(method);
    }
}
