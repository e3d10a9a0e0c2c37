package io.grizzlythrift.bench.chaos;

import io.grizzlythrift.bench.chaos.child.ClientOptions;
import io.grizzlythrift.bench.chaos.child.ClientReport;
import io.grizzlythrift.bench.chaos.child.FleetClient;
import io.grizzlythrift.bench.process.ChildProcess;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Three ZooKeepers, five servers that announce themselves there, and three clients that find them there. */
final class Fleet {
    static final int SERVERS = 5;
    static final int CLIENTS = 3;

    private final FleetProcesses processes;
    private final ZooKeeperEnsemble zooKeeper;
    private final List<ServerNode> servers;
    private final List<ChildProcess> clients = new ArrayList<>();
    private Timeline timeline;

    private Fleet(FleetProcesses processes) throws IOException {
        this.processes = processes;
        zooKeeper = ZooKeeperEnsemble.start(processes);
        servers = IntStream.rangeClosed(1, SERVERS)
                .mapToObj(number -> new ServerNode(processes, number, zooKeeper.connectString()))
                .toList();
    }

    /** Starts ZooKeeper and the servers; returns when all listen. */
    static Fleet start(FleetProcesses processes) throws IOException, InterruptedException {
        Fleet fleet = new Fleet(processes);
        fleet.zooKeeper.awaitLeader();
        for (ServerNode server : fleet.servers) {
            server.start();
        }
        for (ServerNode server : fleet.servers) {
            server.awaitReady();
        }
        return fleet;
    }

    /** Starts the clients; returns when all make calls. */
    void startClients(Timeline run, ClientOptions options) throws IOException {
        timeline = run;
        for (int client = 1; client <= CLIENTS; client++) {
            clients.add(processes.start(
                    "client-" + client,
                    FleetClient.class,
                    FleetClient.arguments(
                            client,
                            timeline.startMillis(),
                            report(client),
                            SERVERS,
                            zooKeeper.connectString(),
                            options)));
        }
        for (ChildProcess client : clients) {
            client.awaitReady();
        }
    }

    private Path report(int client) {
        return processes.folder().resolve("client-" + client + ".json");
    }

    /** Starts the next phase: it includes all calls that start from now on. */
    void nextPhase() throws IOException {
        for (ChildProcess client : clients) {
            client.ask("next-phase");
        }
    }

    /** Ends the load and returns the reports of the clients. */
    List<ClientReport> finish() throws IOException {
        List<ClientReport> reports = new ArrayList<>();
        for (int client = 1; client <= CLIENTS; client++) {
            clients.get(client - 1).ask("finish");
            reports.add(ResultFiles.read(report(client), ClientReport.class));
        }
        return reports;
    }

    /** {@return the files with the ids of the writes that ran, from all processes of all servers} */
    List<Path> writeLogs() {
        return servers.stream().flatMap(server -> server.writeLogs().stream()).toList();
    }

    void kill(int server) {
        timeline.note("kill -9 of server " + server);
        server(server).kill();
    }

    /** Restarts a server that has ended, on the same port; returns when it listens. */
    void restart(int server, String after) throws IOException {
        server(server).start();
        server(server).awaitReady();
        timeline.restored(server, after);
    }

    /** Restarts a server on another port, as if its container were replaced; returns when it listens. */
    void replace(int server, String after) throws IOException {
        server(server).startElsewhere();
        server(server).awaitReady();
        timeline.restored(server, after);
    }

    void freeze(int server) throws IOException, InterruptedException {
        timeline.note("SIGSTOP of server " + server);
        server(server).freeze();
    }

    void unfreeze(int server) throws IOException, InterruptedException {
        server(server).unfreeze();
        timeline.restored(server, "SIGSTOP");
    }

    void drain(int server) throws IOException, InterruptedException {
        timeline.note("SIGTERM of server " + server);
        server(server).drain();
        timeline.note("server " + server + " has drained");
    }

    void slowDown(int server, int factor) throws IOException {
        timeline.note("server " + server + " is " + factor + " times slower");
        server(server).slowDown(factor);
    }

    void speedUp(int server) throws IOException {
        server(server).slowDown(1);
        timeline.restored(server, "slowness");
    }

    /** Kills the leader; returns the number of its node. */
    int killZooKeeperLeader() throws IOException, InterruptedException {
        int leader = zooKeeper.awaitLeader();
        timeline.note("kill -9 of ZooKeeper " + (leader + 1) + ", the leader");
        zooKeeper.kill(leader);
        return leader;
    }

    /** Waits until a node is the leader. */
    void awaitZooKeeperLeader() throws IOException, InterruptedException {
        int leader = zooKeeper.awaitLeader();
        timeline.note("ZooKeeper " + (leader + 1) + " leads");
    }

    void restartZooKeeper(int node) throws IOException {
        zooKeeper.restart(node);
        timeline.note("ZooKeeper " + (node + 1) + " is started again");
    }

    private ServerNode server(int number) {
        return servers.get(number - 1);
    }
}
