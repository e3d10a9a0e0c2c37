package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.Dialect;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** All servers of the comparison, by their names on the command line. */
public final class Servers {
    private static final String GRIZZLY = "grizzly";
    private static final String CPP = "cpp-nonblocking";
    private static final String GRPC = "grpc";
    private static final Map<String, Function<ServerSettings, BenchServer>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("simple", LibthriftServer::simple);
        BY_NAME.put("thread-pool", LibthriftServer::threadPool);
        BY_NAME.put("nonblocking", LibthriftServer::nonblocking);
        BY_NAME.put("hsha", LibthriftServer::halfSyncHalfAsync);
        BY_NAME.put("threaded-selector", LibthriftServer::threadedSelector);
        BY_NAME.put("netty", NettyServer::nio);
        BY_NAME.put("netty-epoll", NettyServer::epoll);
        BY_NAME.put("netty-pool", NettyServer::pool);
        BY_NAME.put("netty-plain", NettyServer::plain);
        BY_NAME.put("netty-plain-pool", NettyServer::plainPool);
        BY_NAME.put(GRIZZLY, GrizzlyServer::new);
        BY_NAME.put(CPP, CppServer::new);
        BY_NAME.put(GRPC, GrpcServer::new);
    }

    /** The servers that serve only the echo. */
    private static final Set<String> ECHO_ALONE = Set.of(CPP, GRPC);

    private Servers() {}

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
                .filter(name -> !ECHO_ALONE.contains(name))
                .toList();
    }

    /**
     * Creates a server without starting it.
     *
     * @param name one of {@link #names()}
     * @param settings its settings
     * @return the server
     * @throws IllegalArgumentException if there is no such server, or if it does not support the settings
     */
    public static BenchServer create(String name, ServerSettings settings) {
        Function<ServerSettings, BenchServer> factory = BY_NAME.get(name);
        if (factory == null) {
            throw new IllegalArgumentException(
                    "server is " + name + ", must be one of: " + String.join(", ", BY_NAME.keySet()));
        }
        if (settings.replyOrder() != ReplyOrder.REQUEST && !name.equals(GRIZZLY)) {
            throw new IllegalArgumentException("reply-order of " + name + " is completed, must be request: only "
                    + GRIZZLY + " can reply as calls complete");
        }
        if (settings.interceptors() > 0 && !name.equals(GRIZZLY)) {
            throw new IllegalArgumentException("interceptors of " + name + " is " + settings.interceptors()
                    + ", must be 0: only " + GRIZZLY + " has interceptors");
        }
        if (settings.service() != BundledService.BENCH && ECHO_ALONE.contains(name)) {
            throw new IllegalArgumentException("service of " + name + " is " + settings.service() + ", must be bench");
        }
        Dialect dialect = settings.dialect().orElse(Dialect.FRAMED);
        if (dialect != Dialect.FRAMED && !name.equals(GRIZZLY)) {
            throw new IllegalArgumentException("dialect of " + name + " is " + NamedValueConverter.spelled(dialect)
                    + ", must be framed: only " + GRIZZLY + " has others");
        }
        return factory.apply(settings);
    }
}
