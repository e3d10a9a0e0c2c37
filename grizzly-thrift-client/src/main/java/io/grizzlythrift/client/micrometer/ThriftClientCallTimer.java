package io.grizzlythrift.client.micrometer;

import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.micrometer.internal.TagValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Records the time of each call of a client, from its start to its end, in the timer {@code
 * thrift.client.call.duration}. It is an interceptor, and costs each call a read of the clock and a table lookup:
 *
 * <pre>{@code
 * ThriftClient client = ThriftClient.builder()
 *         .endpoint("127.0.0.1", 9090)
 *         .interceptor(new ThriftClientCallTimer(
 *                 registry, timer -> timer.publishPercentileHistogram()))
 *         .build();
 * }</pre>
 *
 * <p>Tags: {@code client}, the name of the client; {@code service} (empty for calls without a service name), {@code method}, {@code endpoint} (host and port;
 * {@code none} if no connection was chosen) and {@code outcome}: {@code replied}, {@code exception}, or a {@link
 * io.grizzlythrift.client.call.FailureCause} in lower case. The timers stay in the registry after the client is closed.
 *
 * <p>Thread-safe; several clients may share it.
 */
@SuppressWarnings("exports") // Micrometer is optional: a module that uses this requires it
public final class ThriftClientCallTimer implements ClientInterceptor {
    private static final String NO_ENDPOINT = "none";

    private record Key(String service, String method, String endpoint, String outcome) {}

    private final MeterRegistry registry;
    private final UnaryOperator<Timer.Builder> settings;
    private final String client;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    /**
     * Creates an interceptor whose timers publish count, total and maximum.
     *
     * @param registry the registry of the timers
     */
    public ThriftClientCallTimer(MeterRegistry registry) {
        this(registry, UnaryOperator.identity());
    }

    /**
     * Creates an interceptor with settings for its timers, such as percentiles, a histogram or further tags.
     *
     * @param registry the registry of the timers
     * @param settings applied once to each timer
     */
    public ThriftClientCallTimer(MeterRegistry registry, UnaryOperator<Timer.Builder> settings) {
        this(registry, settings, "");
    }

    private ThriftClientCallTimer(MeterRegistry registry, UnaryOperator<Timer.Builder> settings, String client) {
        this.registry = Objects.requireNonNull(registry, "registry");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.client = client;
    }

    /** {@return a timer with the same settings, whose tag {@code client} is the name of the client} */
    @Override
    public ClientInterceptor forClient(String clientName) {
        return new ThriftClientCallTimer(registry, settings, Objects.requireNonNull(clientName, "clientName"));
    }

    @Override
    public ClientCallListener begin(ClientCallInfo call) {
        return outcome -> timer(call, outcome).record(outcome.time());
    }

    private Timer timer(ClientCallInfo call, ClientCallOutcome outcome) {
        Key key = new Key(
                call.service().orElse(""), call.method(), outcome.endpoint().orElse(NO_ENDPOINT), nameOf(outcome));
        Timer timer = timers.get(key);
        return timer == null ? timers.computeIfAbsent(key, this::register) : timer;
    }

    private Timer register(Key key) {
        return settings.apply(Timer.builder("thrift.client.call.duration")
                        .description("The time of a call, from its start to its end")
                        .tags("client", client, "service", key.service, "method", key.method)
                        .tags("endpoint", key.endpoint, "outcome", key.outcome))
                .register(registry);
    }

    private static String nameOf(ClientCallOutcome outcome) {
        return outcome.failure().isPresent() ? TagValues.of(outcome.failure().get()) : TagValues.of(outcome.kind());
    }
}
