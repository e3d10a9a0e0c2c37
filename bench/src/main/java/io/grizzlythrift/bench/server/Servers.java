package io.grizzlythrift.bench.server;

import static io.grizzlythrift.bench.server.ServerOption.HOST;
import static io.grizzlythrift.bench.server.ServerOption.IO_THREADS;
import static io.grizzlythrift.bench.server.ServerOption.OF_ANY_PROCESSOR;
import static io.grizzlythrift.bench.server.ServerOption.PROTOCOL;
import static io.grizzlythrift.bench.server.ServerOption.WORKER_THREADS;

import io.grizzlythrift.bench.drift.DriftJava;
import io.grizzlythrift.bench.option.OptionErrors;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** All servers of the comparison, by their names on the command line, with the options that each uses. */
public final class Servers {
    private static final String GRIZZLY = "grizzly";
    private static final String CPP = "cpp-nonblocking";
    private static final String THREADED_SELECTOR = "threaded-selector";
    private static final Map<String, Kind> BY_NAME = new LinkedHashMap<>();

    static {
        add("simple", LibthriftServer::simple);
        add("thread-pool", LibthriftServer::threadPool);
        add("nonblocking", LibthriftServer::nonblocking);
        add("hsha", LibthriftServer::halfSyncHalfAsync, WORKER_THREADS);
        add(THREADED_SELECTOR, LibthriftServer::threadedSelector, IO_THREADS, WORKER_THREADS);
        add("netty", NettyServer::nio, IO_THREADS);
        add("netty-epoll", NettyServer::epoll, IO_THREADS);
        add("netty-uring", NettyServer::uring, IO_THREADS);
        add("netty-pool", NettyServer::pool, IO_THREADS, WORKER_THREADS);
        add("netty-plain", NettyServer::plain, IO_THREADS);
        add("netty-plain-pool", NettyServer::plainPool, IO_THREADS, WORKER_THREADS);
        BY_NAME.put(GRIZZLY, new Kind(GrizzlyServer::new, EnumSet.allOf(ServerOption.class)));
        // These serve only the echo, on the loopback interface or in an encoding of their own.
        BY_NAME.put(CPP, new Kind(CppServer::new, EnumSet.of(PROTOCOL, IO_THREADS)));
        BY_NAME.put("grpc", new Kind(GrpcServer::new, EnumSet.of(HOST, IO_THREADS)));
        // Serves the bench's own service alone, in the encoding of each client.
        BY_NAME.put(DriftJava.NAME, new Kind(DriftJava::server, EnumSet.of(HOST, IO_THREADS)));
    }

    private Servers() {}

    /** Adds a server that runs a generated processor. */
    private static void add(String name, Function<ServerSettings, BenchServer> factory, ServerOption... more) {
        Set<ServerOption> options = EnumSet.copyOf(OF_ANY_PROCESSOR);
        Collections.addAll(options, more);
        BY_NAME.put(name, new Kind(factory, options));
    }

    /**
     * Returns the names of all servers, in the order of the documentation.
     *
     * @return an unmodifiable view
     */
    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    /** {@return the names of the servers that serve any Thrift service, in the order of the documentation} */
    public static List<String> ofAnyService() {
        return BY_NAME.keySet().stream()
                .filter(name -> BY_NAME.get(name).options.contains(ServerOption.SERVICE))
                .toList();
    }

    /**
     * Returns the options that have an effect on a server.
     *
     * @param name one of {@link #names()}
     * @param strategy its strategy, if it has strategies
     * @return the options, of those that not every server uses
     * @throws IllegalArgumentException if there is no such server
     */
    public static Set<ServerOption> options(String name, String strategy) {
        Set<ServerOption> options = EnumSet.copyOf(kind(name).options);
        if (name.equals(GRIZZLY) && strategy.equals("same-thread")) {
            options.remove(WORKER_THREADS);
        }
        return options;
    }

    /**
     * Creates a server without starting it.
     *
     * @param name one of {@link #names()}
     * @param settings its settings; it ignores those that it has no {@linkplain #options option} for
     * @return the server
     * @throws IllegalArgumentException if there is no such server, or if it does not support the settings
     */
    public static BenchServer create(String name, ServerSettings settings) {
        Kind kind = kind(name);
        if (kind.options.contains(WORKER_THREADS) && !name.equals(THREADED_SELECTOR)) {
            Bounds.requireBetween(
                    "worker-threads of " + name, settings.workerThreads(), 1, ServerSettings.MAX_WORKER_THREADS);
        }
        return kind.factory.apply(settings);
    }

    /**
     * Returns the reason why this machine cannot run a server.
     *
     * @param name one of {@link #names()}
     * @return the reason; empty if it can
     */
    public static Optional<String> obstacle(String name) {
        return switch (name) {
            case "netty-epoll" -> NettyTransport.withoutEpoll();
            case "netty-uring" -> NettyTransport.withoutUring();
            case CPP -> CppServer.obstacle();
            case DriftJava.NAME -> DriftJava.obstacle();
            default -> Optional.empty();
        };
    }

    private static Kind kind(String name) {
        return BY_NAME.get(OptionErrors.requireOneOf("server", name, BY_NAME.keySet()));
    }

    private record Kind(Function<ServerSettings, BenchServer> factory, Set<ServerOption> options) {}
}
