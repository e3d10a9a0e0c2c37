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
 * The servers and clients of a running row, all of which must return to their initial state in the end. The check is
 * the same for every row, see {@link #requireBaseline}.
 */
public final class RowRun implements AutoCloseable {
    private final Strategy strategy;
    private final Wire wire;
    private final int size;
    private final Map<String, String> figures = new LinkedHashMap<>();
    private final Map<ServerChild, Baseline> servers = new LinkedHashMap<>();
    private final List<ThriftClient> clients = new ArrayList<>();
    private final ProcessMemory self = new ProcessMemory(ProcessHandle.current().pid());
    /** Number of sockets of this process after a first client, which made the JVM create those that it keeps. */
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

    /** {@return the amount of abuse, in the unit of the row} */
    public int size() {
        return size;
    }

    /** {@return options that the row may change} */
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

    /** {@return a figure of the server at rest} */
    public long rest(ServerChild server, String figure) {
        return servers.get(server).rest(figure);
    }

    /** Creates a client of this library for the server. Scaled down, it leaves a loaded machine time. */
    public ThriftClient client(ServerChild server, UnaryOperator<ThriftClientBuilder> options) {
        String name = "row-client-" + (clients.size() + 1);
        ThriftClientBuilder builder = FreshClient.of(server.port(), wire).name(name);
        if (!Sizes.SOAK) {
            builder.connectTimeout(Await.LONG).callTimeout(Await.LONG);
        }
        ThriftClient client = options.apply(builder).build();
        clients.add(client);
        return client;
    }

    public void figure(String name, Object value) {
        figures.put(name, value.toString());
    }

    public void figure(String name, Duration value) {
        figures.put(name, millis(value));
    }

    /** Records a time as a figure, and fails if it exceeds a bound. */
    public void requireWithin(String name, Duration value, Duration meant) {
        figure(name, value);
        Duration bound = Sizes.bound(meant);
        require(value.compareTo(bound) <= 0, name + " is " + millis(value) + ", must be within " + millis(bound));
    }

    /**
     * Returns the share of a processor that a server uses in a window of time. Scaled down, it is measured again while it is
     * not below a bound: a server may still be compiling what it did before.
     *
     * @param figure the CPU time to look at, in nanoseconds
     */
    public double busy(ServerChild server, Duration window, String figure, double bound) throws IOException {
        double busy = server.busyDuring(window, figure);
        for (int i = 0; i < Sizes.of(0, 10) && busy >= bound; i++) {
            busy = server.busyDuring(window, figure);
        }
        return busy;
    }

    public void require(boolean holds, String problem) {
        if (!holds) {
            throw new AssertionError(problem);
        }
    }

    public void requireEqual(String name, long actual, long expected) {
        require(actual == expected, name + " is " + actual + ", must be " + expected);
    }

    /** Fails if there was a stack trace since the server was at rest, in the log or from a thread that died. */
    public void requireNoStackTrace(ServerChild server) throws IOException {
        requireEqual("stack traces", server.state("stackTraces") - rest(server, "stackTraces"), 0);
    }

    /**
     * Fails unless every server that still serves is at rest again and replies to a fresh client in time, every client
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

    /** Allows for threads that a server starts when it needs them, and keeps. */
    public void allowKeptThreads(ServerChild server, int threads) {
        servers.get(server).allowKeptThreads(threads);
    }

    /** Allows for descriptors that a server has permanently lost when it comes to rest. */
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
