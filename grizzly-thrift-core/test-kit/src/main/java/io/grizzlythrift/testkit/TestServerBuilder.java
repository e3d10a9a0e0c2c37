package io.grizzlythrift.testkit;

import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ProcessingStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.thrift.TProcessor;

/** Builds a {@link TestServer}. Not thread-safe. */
public final class TestServerBuilder {
    /** The longest {@link #awaitTimeout}: one hour. */
    public static final Duration MAX_AWAIT_TIMEOUT = Duration.ofHours(1);

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Map<String, Object> handlers = new LinkedHashMap<>();
    private final List<Consumer<ThriftServerBuilder>> options = new ArrayList<>();
    private Duration awaitTimeout = Duration.ofSeconds(20);

    TestServerBuilder() {}

    /**
     * Adds a handler under the name of its service in the IDL. The only handler of a server also gets the calls that name no
     * service. Repeatable.
     *
     * @param handler implements the generated {@code Iface}, {@code AsyncIface} or {@code FutureIface} of one service;
     *     thread-safe
     * @return this
     * @throws IllegalArgumentException if it implements no such interface, or the name is already used
     */
    public TestServerBuilder handler(Object handler) {
        return handler(HandlerContract.of(handler.getClass()).name(), handler);
    }

    /**
     * Adds a handler under a name of its own, for multiplexed calls. Repeatable.
     *
     * @param serviceName not blank, without a colon
     * @param handler as for {@link #handler(Object)}
     * @return this
     * @throws IllegalArgumentException if the handler implements no generated interface, or the name is already used
     */
    public TestServerBuilder handler(String serviceName, Object handler) {
        HandlerContract.of(handler.getClass());
        if (handlers.putIfAbsent(Objects.requireNonNull(serviceName, "serviceName"), handler) != null) {
            throw new IllegalArgumentException("service name '" + serviceName + "' is already used");
        }
        return this;
    }

    /**
     * Sets the strategy, which decides which threads run calls. Default: that of {@link ThriftServer}.
     *
     * @param strategy one of {@code io.grizzlythrift.strategy}, or your own
     * @return this
     */
    public TestServerBuilder strategy(ProcessingStrategy strategy) {
        Objects.requireNonNull(strategy, "strategy");
        return options(server -> server.strategy(strategy));
    }

    /**
     * Sets any other options of the server. Repeatable.
     *
     * @param setter sets options; called by {@link #start}
     * @return this
     */
    public TestServerBuilder options(Consumer<ThriftServerBuilder> setter) {
        options.add(Objects.requireNonNull(setter, "options"));
        return this;
    }

    /**
     * Sets how long {@link TestServer#awaitCall(String)} and the like wait before they fail. They return as soon as the call
     * arrives, so set a time that no slow machine exceeds. Default: 20 seconds.
     *
     * @param time 1 ms to {@link #MAX_AWAIT_TIMEOUT}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public TestServerBuilder awaitTimeout(Duration time) {
        if (time.toMillis() < 1 || time.compareTo(MAX_AWAIT_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "awaitTimeout is " + time + ", must be between PT0.001S and " + MAX_AWAIT_TIMEOUT);
        }
        awaitTimeout = time;
        return this;
    }

    /**
     * Starts the server.
     *
     * @return a running server
     * @throws IllegalStateException if there is no handler
     */
    public TestServer start() {
        if (handlers.isEmpty()) {
            throw new IllegalStateException("nothing to serve: add a handler");
        }
        ServedCalls calls = new ServedCalls(awaitTimeout);
        ThriftServerBuilder server = ThriftServer.builder()
                .name("test-server-" + NUMBERS.incrementAndGet())
                .listen(LoopbackServer.HOST, 0)
                .interceptor(calls);
        handlers.forEach((name, handler) -> {
            TProcessor processor = processor(calls, handler);
            server.service(name, processor);
            if (handlers.size() == 1) {
                server.processor(processor);
            }
        });
        options.forEach(setter -> setter.accept(server));
        return new TestServer(server.build().start(), calls);
    }

    private static TProcessor processor(ServedCalls calls, Object handler) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addInterfaces(handler.getClass(), types);
        Class<?> generated = HandlerContract.generatedIn(types).get(0);
        return HandlerContract.of(generated).processor(calls.recording(generated, handler));
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> types) {
        for (Class<?> each : type.getInterfaces()) {
            types.add(each);
            addInterfaces(each, types);
        }
        if (type.getSuperclass() != null) {
            addInterfaces(type.getSuperclass(), types);
        }
    }
}
