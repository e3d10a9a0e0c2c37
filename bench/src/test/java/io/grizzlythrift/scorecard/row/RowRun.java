package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.bench.machine.ProcessMemory;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.scorecard.process.FreshClient;
import io.grizzlythrift.scorecard.process.ProcessFigures;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.server.ServerOptions;
import io.grizzlythrift.scorecard.server.ServerPool;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * What one row uses while it runs: its servers and its clients, all of which must be as they were in the end. The
 * check is the same for every row, see {@link #requireBaseline}.
 */
public final class RowRun implements AutoCloseable {
    private final Strategy strategy;
    private final Wire wire;
    private final int size;
    private final Map<String, String> figures = new LinkedHashMap<>();
    private final Map<ServerChild, Baseline> servers = new LinkedHashMap<>();
    private final List<ThriftClient> clients = new ArrayList<>();
    private final ProcessMemory self = new ProcessMemory(ProcessHandle.current().pid());
    /** Of this process, once a first client has made what the JVM makes late and keeps. */
    private long socketsBefore;

    private boolean atRest;

    RowRun(Strategy strategy, Wire wire, int size) {
        this.strategy = strategy;
        this.wire = wire;
        this.size = size;
    }

    public Strategy strategy() {
        return strategy;
    }

    public Wire wire() {
        return wire;
    }

    /** How many of what the row injects. */
    public int size() {
        return size;
    }

    /** Options that the row may change. */
    public ServerOptions options() {
        return ServerOptions.of(strategy, wire);
    }

    /** Starts a server and waits until it is at rest. */
    public ServerChild server(ServerOptions options) throws Exception {
        ServerChild server = ServerPool.take(options);
        servers.put(server, null);
        servers.put(server, Baseline.of(server));
        if (servers.size() == 1) {
            socketsBefore = self.sockets();
        }
        return server;
    }

    /** What the server counted at rest. */
    public long rest(ServerChild server, String figure) {
        return servers.get(server).rest(figure);
    }

    /** Makes a client of ours to the server. */
    public ThriftClient client(ServerChild server, UnaryOperator<ThriftClientBuilder> options) {
        String name = "row-client-" + (clients.size() + 1);
        ThriftClient client =
                options.apply(FreshClient.of(server.port(), wire).name(name)).build();
        clients.add(client);
        return client;
    }

    public void figure(String name, Object value) {
        figures.put(name, value.toString());
    }

    public void figure(String name, Duration value) {
        figures.put(name, millis(value));
    }

    /** A time that must not be longer than a bound, and is a figure in any case. */
    public void requireWithin(String name, Duration value, Duration meant) {
        figure(name, value);
        Duration bound = Sizes.bound(meant);
        require(value.compareTo(bound) <= 0, name + " is " + millis(value) + ", must be within " + millis(bound));
    }

    public void require(boolean holds, String problem) {
        if (!holds) {
            throw new AssertionError(problem);
        }
    }

    public void requireEqual(String name, long actual, long expected) {
        require(actual == expected, name + " is " + actual + ", must be " + expected);
    }

    /** Neither logged nor by a thread that died, since the server was at rest. */
    public void requireNoStackTrace(ServerChild server) throws IOException {
        requireEqual("stack traces", server.state("stackTraces") - rest(server, "stackTraces"), 0);
    }

    /**
     * Fails unless every server that still serves is at rest again and answers a fresh client in time, every client
     * has ended all its calls and threads, and this process has no more sockets than before.
     */
    void requireBaseline() throws Exception {
        for (ThriftClient client : clients) {
            String name = client.config().name();
            client.close();
            requireEqual(
                    "calls in flight of the closed " + name, client.counters().inFlight(), 0);
            Await.that("threads of " + name + " end", () -> ProcessFigures.threadsNamed(name) == 0);
        }
        for (Map.Entry<ServerChild, Baseline> server : servers.entrySet()) {
            if (server.getKey().isServing()) {
                figure("fresh client", server.getValue().requireBack());
            }
        }
        Await.that("sockets of this process are closed", () -> self.sockets() <= socketsBefore);
        servers.keySet().removeIf(RowRun::endsIfStopped);
        atRest = true;
    }

    /** Allows for descriptors that a server has lost for good when it comes to rest. */
    public void allowLostDescriptors(ServerChild server, int descriptors) {
        servers.get(server).allowLostDescriptors(descriptors);
    }

    private static boolean endsIfStopped(ServerChild server) {
        if (!server.isServing()) {
            server.close();
            return true;
        }
        return false;
    }

    Map<String, String> figures() {
        return figures;
    }

    private static String millis(Duration value) {
        double millis = (double) value.toNanos() / TimeUnit.MILLISECONDS.toNanos(1);
        return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }

    @Override
    public void close() {
        clients.forEach(client -> client.shutdown(Duration.ZERO));
        servers.keySet().forEach(atRest ? ServerPool::giveBack : ServerChild::close);
    }
}
