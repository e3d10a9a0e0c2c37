package io.grizzlythrift.samples.mapkeeper;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;

/** Serves MapKeeper until the process is stopped. */
public final class MapKeeperServer {
    /** The default port. */
    public static final int DEFAULT_PORT = 9090;

    private MapKeeperServer() {}

    /**
     * Runs the server. Usage: {@code MapKeeperServer [strategy [port]]}.
     *
     * @param args {@code same-thread}, {@code worker-thread} (the default), {@code leader-follower} or
     *     {@code adaptive}; and the port, 9090 by default
     * @throws InterruptedException if the main thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        ProcessingStrategy strategy = strategy(args.length > 0 ? args[0] : WorkerThreadStrategy.NAME);
        int port = args.length > 1 ? Integer.parseInt(args[1]) : DEFAULT_PORT;
        ThriftServer server = create(port, strategy, new MapKeeperHandler());
        server.start();
        System.out.println("MapKeeper on 127.0.0.1:" + server.port() + ", " + strategy.name() + "; Ctrl-C stops it.");
        server.awaitTermination();
    }

    /**
     * Creates a server on 127.0.0.1 that speaks the compact protocol.
     *
     * @param port its port; 0 for any free one
     * @param strategy decides which threads run the handler
     * @param handler implements the service
     * @return a server that is not started yet
     */
    public static ThriftServer create(int port, ProcessingStrategy strategy, MapKeeper.Iface handler) {
        return ThriftServer.builder()
                .name("mapkeeper")
                .listen("127.0.0.1", port)
                .protocol(ThriftProtocol.COMPACT) // as in the bench; the default is BINARY
                .processor(new MapKeeper.Processor<>(handler))
                .strategy(strategy)
                .shutdownHook(true)
                .build();
    }

    /**
     * Creates a strategy.
     *
     * @param name its name
     * @return the strategy, with 8 threads if it has its own threads
     * @throws IllegalArgumentException if no strategy has this name
     */
    public static ProcessingStrategy strategy(String name) {
        return switch (name) {
            case SameThreadStrategy.NAME -> SameThreadStrategy.create();
            case WorkerThreadStrategy.NAME -> WorkerThreadStrategy.ofThreads(8);
            case LeaderFollowerStrategy.NAME -> LeaderFollowerStrategy.ofThreads(8);
            case AdaptiveStrategy.NAME -> AdaptiveStrategy.ofThreads(8);
            default -> throw new IllegalArgumentException("no strategy is named " + name);
        };
    }
}
