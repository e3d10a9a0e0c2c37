package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.drift.DriftJava;
import io.grizzlythrift.bench.load.generated.GrizzlyAsyncClient;
import io.grizzlythrift.bench.load.generated.GrizzlySyncClient;
import io.grizzlythrift.bench.load.generated.GrpcClient;
import io.grizzlythrift.bench.load.generated.NettyClient;
import io.grizzlythrift.bench.load.generated.TAsyncBenchClient;
import io.grizzlythrift.bench.load.generated.TSocketClient;
import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.load.raw.RawClient;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.frame.Dialect;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** All clients of the comparison, by their names on the command line. */
public final class LoadClients {
    private static final String RAW = "raw";
    private static final String GRPC = "grpc";
    private static final Map<String, Function<LoadPlan, LoadClient>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put(RAW, RawClient::new);
        BY_NAME.put("tsocket", TSocketClient::ofSockets);
        BY_NAME.put("tsocket-selector", TSocketClient::ofSelectors);
        BY_NAME.put("tasync", TAsyncBenchClient::new);
        BY_NAME.put("netty", NettyClient::new);
        BY_NAME.put("grizzly-sync", GrizzlySyncClient::new);
        BY_NAME.put("grizzly-async", GrizzlyAsyncClient::ofCallbacks);
        BY_NAME.put("grizzly-future", GrizzlyAsyncClient::ofFutures);
        BY_NAME.put(GRPC, GrpcClient::new);
        BY_NAME.put(DriftJava.NAME, DriftJava::client);
    }

    /** The clients that have a thread for each call in flight. */
    private static final Set<String> BLOCKING = Set.of("tsocket", "tsocket-selector", "grizzly-sync");

    /** The clients that call several servers. */
    private static final Set<String> BALANCING = Set.of("grizzly-sync", "grizzly-async", "grizzly-future");

    /** The clients that speak more than one dialect. */
    private static final Set<String> WITH_DIALECTS = Set.of(RAW, "grizzly-sync", "grizzly-async", "grizzly-future");

    private LoadClients() {}

    /**
     * Returns the names of all clients, in the order of the documentation.
     *
     * @return an unmodifiable view
     */
    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    /** {@return the names of the clients that speak Thrift and run in this process, in the order of the documentation} */
    public static List<String> speakingThrift() {
        return BY_NAME.keySet().stream()
                .filter(name -> !name.equals(GRPC) && !name.equals(DriftJava.NAME))
                .toList();
    }

    /**
     * Returns the default number of threads that make calls.
     *
     * @param name name of any client
     * @param connections number of its connections
     * @return one per connection for clients that block, otherwise one
     */
    public static int usualThreads(String name, int connections) {
        return BLOCKING.contains(name) ? connections : 1;
    }

    /**
     * Creates a client without starting it.
     *
     * @param name one of {@link #names()}
     * @param plan the load that the client makes
     * @return the client
     * @throws IllegalArgumentException if there is no such client, or if it does not support the plan
     */
    public static LoadClient create(String name, LoadPlan plan) {
        Function<LoadPlan, LoadClient> factory = BY_NAME.get(name);
        if (factory == null) {
            throw new IllegalArgumentException(
                    "client is " + name + ", must be one of: " + String.join(", ", BY_NAME.keySet()));
        }
        if (!plan.calls().isEmpty() && !name.equals(RAW)) {
            throw new IllegalArgumentException("client is " + name + ", must be " + RAW + " with --calls");
        }
        if (plan.dialect() != Dialect.FRAMED && !WITH_DIALECTS.contains(name)) {
            throw new IllegalArgumentException(
                    "dialect of " + name + " is " + NamedValueConverter.spelled(plan.dialect()) + ", must be framed");
        }
        if (!plan.morePorts().isEmpty() && !BALANCING.contains(name)) {
            throw new IllegalArgumentException("more-ports of " + name + " is " + plan.morePorts()
                    + ", must be left out: only the clients of grizzly call several servers");
        }
        return factory.apply(plan);
    }
}
