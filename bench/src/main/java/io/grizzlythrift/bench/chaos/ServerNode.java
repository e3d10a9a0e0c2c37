package io.grizzlythrift.bench.chaos;

import io.grizzlythrift.bench.chaos.child.FleetServer;
import io.grizzlythrift.bench.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One server of the fleet, which may be another process each time that it starts. One thread may use it at a time. */
final class ServerNode {
    private static final Duration DRAIN = Duration.ofSeconds(20);

    private final FleetProcesses processes;
    private final int number;
    private final String zooKeeper;
    private final List<Path> writeLogs = new ArrayList<>();
    private ChildProcess process;
    private int port;

    /** Numbers begin with 1; it announces itself in a ZooKeeper. */
    ServerNode(FleetProcesses processes, int number, String zooKeeper) {
        this.zooKeeper = zooKeeper;
        this.processes = processes;
        this.number = number;
    }

    /** Begins to start it, on the port that it had before if it was started before; to be awaited. */
    void start() throws IOException {
        Path writes = processes.folder().resolve("server-" + number + "-" + (writeLogs.size() + 1) + ".writes");
        writeLogs.add(writes);
        process = processes.start(
                "server-" + number, FleetServer.class, FleetServer.arguments(number, port, writes, zooKeeper));
    }

    /** As {@link #start()}, but on any free port. */
    void startElsewhere() throws IOException {
        port = 0;
        start();
    }

    /** Returns when it listens. */
    void awaitReady() throws IOException {
        port = Math.toIntExact(process.awaitReady().get("port"));
    }

    /** As if its machine had lost power. */
    void kill() {
        process.close();
    }

    void freeze() throws IOException, InterruptedException {
        process.freeze();
    }

    void unfreeze() throws IOException, InterruptedException {
        process.unfreeze();
    }

    /** Makes each call take that many times as long as at first. */
    void slowDown(int factor) throws IOException {
        process.ask("slow " + factor);
    }

    /** Ends it as Kubernetes does. */
    void drain() throws IOException, InterruptedException {
        if (!process.terminate(DRAIN)) {
            throw new IOException("server " + number + " has not drained within " + DRAIN.toSeconds() + " s");
        }
        process.close();
    }

    /** The files of all its processes. */
    List<Path> writeLogs() {
        return List.copyOf(writeLogs);
    }
}
