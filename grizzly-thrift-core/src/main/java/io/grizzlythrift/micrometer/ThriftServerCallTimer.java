package io.grizzlythrift.micrometer;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.internal.metrics.CalledMethods;
import io.grizzlythrift.internal.metrics.CalledMethods.CalledMethod;
import io.grizzlythrift.micrometer.internal.TagValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Records the time of each call of a server, from its read to its encoded reply, in the timer {@code
 * thrift.server.call.duration}. It can publish percentiles and histograms, whereas the meters of {@link
 * ThriftServerMetricsBinder} have only count and total. As an interceptor, it costs each call a reading of the clock
 * and a table lookup:
 *
 * <pre>{@code
 * ThriftServer.builder()
 *         .interceptor(new ThriftServerCallTimer(
 *                 registry, timer -> timer.publishPercentileHistogram()))
 * }</pre>
 *
 * <p>Tags: {@code server}, the name of the server; {@code service} (empty for calls that name none), {@code method} and {@code outcome}, a {@link
 * ServerCallOutcome.Kind} in lower case. Peers cannot cause the creation of timers: rejected and unknown calls of a method
 * that has never run are recorded as {@link io.grizzlythrift.metrics.ServerMetrics#OTHER} without a service, and so are
 * further methods once {@value io.grizzlythrift.metrics.ServerMetrics#MAX_UNDECLARED} have run. Calls that a limit rejects
 * are not recorded. The timers stay in the registry after the server has stopped.
 *
 * <p>Thread-safe; may be shared by servers.
 */
@SuppressWarnings("exports") // Micrometer is optional: a module that uses this requires it
public final class ThriftServerCallTimer implements ServerInterceptor {
    private record Key(CalledMethod method, ServerCallOutcome.Kind outcome) {}

    private final MeterRegistry registry;
    private final UnaryOperator<Timer.Builder> settings;
    private final String server;
    private final CalledMethods methods = new CalledMethods();
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    /**
     * Creates an interceptor whose timers publish count, total and maximum.
     *
     * @param registry the registry for the timers
     */
    public ThriftServerCallTimer(MeterRegistry registry) {
        this(registry, UnaryOperator.identity());
    }

    /**
     * Creates an interceptor with settings for its timers, such as percentiles, a histogram or further tags.
     *
     * @param registry the registry for the timers
     * @param settings applied once for each timer
     */
    public ThriftServerCallTimer(MeterRegistry registry, UnaryOperator<Timer.Builder> settings) {
        this(registry, settings, "");
    }

    private ThriftServerCallTimer(MeterRegistry registry, UnaryOperator<Timer.Builder> settings, String server) {
        this.registry = Objects.requireNonNull(registry, "registry");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.server = server;
    }

    /** {@return a timer with the same settings, whose tag {@code server} is the name of the server} */
    @Override
    public ServerInterceptor forServer(String serverName) {
        return new ThriftServerCallTimer(registry, settings, Objects.requireNonNull(serverName, "serverName"));
    }

    @Override
    public ServerCallListener begin(CallContext call) {
        return outcome -> timer(call, outcome).record(outcome.queued().plus(outcome.handled()));
    }

    private Timer timer(CallContext call, ServerCallOutcome outcome) {
        CalledMethod method = new CalledMethod(call.service().orElse(""), call.method());
        Key key = new Key(methods.of(method, outcome.kind()), outcome.kind());
        Timer timer = timers.get(key);
        return timer == null ? timers.computeIfAbsent(key, this::register) : timer;
    }

    private Timer register(Key key) {
        return settings.apply(Timer.builder("thrift.server.call.duration")
                        .description("The time of a call, from its read to its encoded reply")
                        .tags("server", server, "service", key.method.service(), "method", key.method.name())
                        .tag("outcome", TagValues.of(key.outcome)))
                .register(registry);
    }
}
