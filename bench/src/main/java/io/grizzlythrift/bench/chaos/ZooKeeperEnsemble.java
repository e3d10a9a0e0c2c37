package io.grizzlythrift.bench.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grizzlythrift.bench.chaos.child.ZooKeeperNode;
import io.grizzlythrift.bench.process.ChildProcess;
import io.grizzlythrift.bench.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Three ZooKeepers on the loopback interface. One thread may use it at a time. */
final class ZooKeeperEnsemble {
    static final int NODES = 3;
    private static final String HOST = "127.0.0.1";
    private static final Duration ELECTION = Duration.ofSeconds(60);
    private static final int PROBE_MILLIS = 1_000;
    private static final long POLL_MILLIS = 50;

    private final FleetProcesses processes;
    private final List<Path> configurations = new ArrayList<>();
    private final List<Integer> clientPorts;
    private final List<ChildProcess> nodes = new ArrayList<>();

    private ZooKeeperEnsemble(FleetProcesses processes) throws IOException {
        this.processes = processes;
        List<Integer> ports = FreePorts.find(3 * NODES);
        clientPorts = ports.subList(0, NODES);
        String members = "";
        for (int node = 0; node < NODES; node++) {
            members += "server." + (node + 1) + "=" + HOST + ":" + ports.get(NODES + node) + ":"
                    + ports.get(2 * NODES + node) + "\n";
        }
        for (int node = 0; node < NODES; node++) {
            configurations.add(configure(node, members));
        }
    }

    /** Starts all nodes and returns at once; see {@link #awaitLeader}. */
    static ZooKeeperEnsemble start(FleetProcesses processes) throws IOException {
        ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(processes);
        for (int node = 0; node < NODES; node++) {
            ensemble.nodes.add(ensemble.process(node));
        }
        return ensemble;
    }

    private Path configure(int node, String members) throws IOException {
        Path data = Files.createDirectories(processes.folder().resolve("zookeeper-" + (node + 1)));
        Files.writeString(data.resolve("myid"), (node + 1) + "\n");
        String text = "tickTime=500\ninitLimit=20\nsyncLimit=8\nadmin.enableServer=false\n"
                + "dataDir=" + data + "\n"
                + "clientPortAddress=" + HOST + "\nclientPort=" + clientPorts.get(node) + "\n"
                + members;
        return Files.writeString(data.resolve("zoo.cfg"), text);
    }

    private ChildProcess process(int node) throws IOException {
        return processes.start(
                "zookeeper-" + (node + 1),
                ZooKeeperNode.class,
                List.of(configurations.get(node).toString()));
    }

    /** {@return the addresses for ZooKeeper clients} */
    String connectString() {
        return clientPorts.stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
    }

    /** Waits for a leader and returns the number of its node, from 0. */
    int awaitLeader() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + ELECTION.toNanos();
        while (true) {
            for (int node = 0; node < NODES; node++) {
                if (mode(node).equals("leader")) {
                    return node;
                }
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("ZooKeeper has no leader after " + ELECTION.toSeconds() + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Returns the mode that the node reports, such as leader; empty if it does not reply. */
    private String mode(int node) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), clientPorts.get(node)), PROBE_MILLIS);
            socket.setSoTimeout(PROBE_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            return answer.lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException down) {
            return "";
        }
    }

    /** Kills a node, as if its machine lost power. */
    void kill(int node) {
        nodes.get(node).kill();
    }

    /** Starts a node that was killed. */
    void restart(int node) throws IOException {
        nodes.get(node).close();
        nodes.set(node, process(node));
    }
}
