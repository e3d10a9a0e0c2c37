package io.grizzlythrift.bench.chaos;

import io.grizzlythrift.bench.chaos.child.FleetServer;
import io.grizzlythrift.bench.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One server of the fleet. Each start creates a new process. One thread may use it at a time. */
final class ServerNode {
    private static final Duration DRAIN = Duration.ofSeconds(20);

    private final FleetProcesses processes;
    private final int number;
    private final String zooKeeper;
    private final List<Path> writeLogs = new ArrayList<>();
    private ChildProcess process;
    private int port;

    /** Creates a server without starting it. Numbers start at 1; the server announces itself in the given ZooKeeper. */
    ServerNode(FleetProcesses processes, int number, String zooKeeper) {
        this.zooKeeper = zooKeeper;
        this.processes = processes;
        this.number = number;
    }

    /** Starts the process, on the port of the previous one if there was one. Call {@link #awaitReady} next. */
    void start() throws IOException {
        Path writes = processes.folder().resolve("server-" + number + "-" + (writeLogs.size() + 1) + ".writes");
        writeLogs.add(writes);
        process = processes.start(
                "server-" + number, FleetServer.class, FleetServer.arguments(number, port, writes, zooKeeper));
    }

    /** Starts the process like {@link #start()}, but on any free port. */
    void startElsewhere() throws IOException {
        port = 0;
        start();
    }

    /** Waits until the server listens. */
    void awaitReady() throws IOException {
        port = Math.toIntExact(process.awaitReady().get("port"));
    }

    /** Kills the process, as if its machine lost power. */
    void kill() {
        process.close();
    }

    void freeze() throws IOException, InterruptedException {
        process.freeze();
    }

    void unfreeze() throws IOException, InterruptedException {
        process.unfreeze();
    }

    /** Makes each call take this many times as long as originally. */
    void slowDown(int factor) throws IOException {
        process.ask("slow " + factor);
    }

    /** Ends the process with SIGTERM, as Kubernetes does. */
    void drain() throws IOException, InterruptedException {
        if (!process.terminate(DRAIN)) {
            throw new IOException("server " + number + " has not drained within " + DRAIN.toSeconds() + " s");
        }
        process.close();
    }

    /** {@return the files of all processes of this server} */
    List<Path> writeLogs() {
        return List.copyOf(writeLogs);
    }
}
