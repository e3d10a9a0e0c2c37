package io.grizzlythrift.bench.memory;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.machine.ProcessMemory;
import io.grizzlythrift.bench.machine.StealTime;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.Setup;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures the memory that a server uses for idle connections, each time in a new server process.
 *
 * <p>Other connections are opened, used and closed before the first reading, so that classes, compiled code and pools
 * are not counted. The whole heap is resident from the start, so all growth of the process is outside of the heap.
 */
public final class MemoryRun {
    /** One level of compilation only, because the memory of the optimizing compiler varies by megabytes. */
    private static final List<String> FLAGS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-XX:TieredStopAtLevel=1");

    private static final int SIZE = 300;
    /** Enough to compile the code that accepts and closes connections and replies to calls. */
    private static final int WARM_UP_CONNECTIONS = 500;

    private static final int WARM_UP_CALLS = 20;
    private static final long POLL_MILLIS = 10;

    /**
     * A server may keep the state of a closed connection for a while: this library until its next timeout check, up to
     * 2 s.
     */
    private static final long REST_MILLIS = 3000;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Children children;
    private final JavaCommand java;
    private final Duration timeout;

    /**
     * Prepares to start servers.
     *
     * @param children ends a running server when this process ends
     * @param java starts a server; flags for its heap and its compilers are added
     */
    public MemoryRun(Children children, JavaCommand java) {
        this(children, java, TIMEOUT);
    }

    /** Prepares to start servers, with another timeout for each connection and each call. */
    MemoryRun(Children children, JavaCommand java, Duration timeout) {
        this.children = requireNonNull(children, "children");
        this.java = requireNonNull(java, "java").plus(FLAGS);
        this.timeout = requireNonNull(timeout, "timeout");
    }

    /**
     * Measures once.
     *
     * @param occasion the place of the run in its comparison
     * @param serverOptions options of {@code serve}, without {@code --protocol}, which is always compact
     * @param connections number of idle connections; both processes need a file descriptor for each
     * @return the figures; not valid if the server did not hold all connections and reply to all calls
     * @throws IOException if the server does not start or exits early, or if the system does not report its memory
     * @throws InterruptedException if the thread is interrupted
     */
    public MemoryMeasurement measure(Occasion occasion, List<String> serverOptions, int connections)
            throws IOException, InterruptedException {
        if (connections < 1) {
            throw new IllegalArgumentException("connections is " + connections + ", must be 1 or more");
        }
        List<String> options = new ArrayList<>(serverOptions);
        options.add("--protocol=compact");
        StealTime before = StealTime.now();
        Footprint each = Footprint.unknown();
        Optional<String> problem = Optional.empty();
        try (ServerProcess server = ServerProcess.start(children, java, options)) {
            each = growth(server, connections);
        } catch (InvalidRunException failed) {
            problem = Optional.of(failed.getMessage());
        }
        return new MemoryMeasurement(
                occasion,
                new Setup(options, java.flags(), List.of()),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                connections,
                problem.isEmpty(),
                problem.orElse(""),
                each.heapBytes(),
                each.processBytes(),
                StealTime.now().percentSince(before),
                Machine.here());
    }

    private Footprint growth(ServerProcess server, int connections)
            throws InvalidRunException, IOException, InterruptedException {
        Exchange exchange = Exchange.of(new PreparedCall(Method.ECHO, SIZE, 0), WireProtocol.COMPACT);
        try (IdleConnections idle = new IdleConnections(server.port(), exchange, timeout)) {
            warmUp(server, exchange);
            Footprint base = Footprint.read(server);
            for (int i = 0; i < connections; i++) {
                idle.open();
            }
            Footprint loaded = Footprint.read(server);
            idle.callAll();
            return loaded.growthSince(base, connections);
        }
    }

    /**
     * Uses one connection after the other, because not every server serves two at a time. Returns when the server has
     * closed all of them, and has had time to free their state.
     */
    private void warmUp(ServerProcess server, Exchange exchange)
            throws InvalidRunException, IOException, InterruptedException {
        long socketsOfOne = Long.MAX_VALUE;
        for (int i = 0; i < WARM_UP_CONNECTIONS; i++) {
            socketsOfOne = Math.min(socketsOfOne, socketsWhileOneIsUsed(server, exchange));
        }
        ProcessMemory process = new ProcessMemory(server.pid());
        long begin = System.nanoTime();
        while (process.sockets() >= socketsOfOne) {
            if (System.nanoTime() - begin > timeout.toNanos()) {
                throw new InvalidRunException("the server has not closed what its client has closed, after " + timeout);
            }
            Thread.sleep(POLL_MILLIS);
        }
        Thread.sleep(REST_MILLIS);
    }

    private long socketsWhileOneIsUsed(ServerProcess server, Exchange exchange)
            throws InvalidRunException, IOException {
        try (IdleConnections used = new IdleConnections(server.port(), exchange, timeout)) {
            used.open();
            for (int i = 1; i < WARM_UP_CALLS; i++) {
                used.callAll();
            }
            return new ProcessMemory(server.pid()).sockets();
        }
    }
}
