package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.samples.mapkeeper.ycsb.PhaseResult;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbPhase;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import io.grizzlythrift.server.ThriftServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Starts three servers that announce themselves in ZooKeeper, lets YCSB call them, kills one server in mid-run and
 * drains another, and prints how many calls each server handled. ZooKeeper and the store that the servers share run in
 * this process; each server and YCSB run in a separate process. All of them use the loopback address only.
 */
public final class Fleet {
    private static final int RECORDS = 2_000;
    private static final int DEFAULT_OPERATIONS = 150_000;
    private static final int THREADS = 8;
    private static final int SERVERS = 3;

    private final YcsbJob job;
    private final PrintStream out;

    Fleet(YcsbJob job, PrintStream out) {
        this.job = job;
        this.out = out;
    }

    /**
     * Runs the sample, and exits: with 0 if no operation failed, otherwise with 1.
     *
     * @param arguments the number of operations, 1,000 to 10,000,000; 150,000 by default
     * @throws IOException if a process cannot be started
     * @throws InterruptedException if the main thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Logs.onlyWarnings();
        Processes.endWithThisOne();
        int operations = arguments.length == 0 ? DEFAULT_OPERATIONS : Integer.parseInt(arguments[0]);
        YcsbJob job = new YcsbJob(YcsbWorkload.A, RECORDS, operations, THREADS);
        System.exit(new Fleet(job, System.out).run() ? 0 : 1);
    }

    /** Returns true if no operation failed. */
    boolean run() throws IOException, InterruptedException {
        List<ServerProcess> servers = new ArrayList<>();
        Path report = Files.createTempFile("fleet", ".properties");
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start();
                ThriftServer store = StoreServer.create(new Settings.HostAndPort("127.0.0.1", 0))
                        .start()) {
            for (int i = 0; i < SERVERS; i++) {
                servers.add(ServerProcess.start(store.port(), zooKeeper.port()));
            }
            out.printf(
                    Locale.ROOT,
                    "%d servers of MapKeeper in ZooKeeper at 127.0.0.1:%d%s/%s; %,d records, %,d operations, %d threads%n%n",
                    SERVERS,
                    zooKeeper.port(),
                    Settings.BASE_PATH,
                    Settings.SERVICE,
                    job.records(),
                    job.operations(),
                    job.threads());
            Map<String, String> environment = Map.of(
                    Settings.SERVERS, "zookeeper:127.0.0.1:" + zooKeeper.port(), Settings.REPORT, report.toString());
            Load load = new Load(job, environment, out);
            PhaseResult loaded = load.run(YcsbPhase.LOAD);
            try (Trouble trouble = Trouble.start(store.counters(), job, servers, out)) {
                PhaseResult run = load.run(YcsbPhase.RUN);
                return print(servers, report, loaded, run, trouble);
            }
        } finally {
            for (ServerProcess server : servers) {
                server.close();
            }
            Files.delete(report);
        }
    }

    private boolean print(
            List<ServerProcess> servers, Path report, PhaseResult loaded, PhaseResult run, Trouble trouble)
            throws IOException {
        ServedTable table = ServedTable.read(report);
        out.println();
        table.lines(servers).forEach(out::println);
        out.println();
        List<String> problems = new ArrayList<>(loaded.problems());
        problems.addAll(run.problems());
        if (!trouble.isDone()) {
            problems.add("the run ended before a server was killed and one was drained: more operations are needed");
        }
        if (problems.isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "No operation failed, and every read returned what was written. %,d calls were made again.%n",
                    table.retries());
        } else {
            out.println("FAILED:");
            problems.forEach(out::println);
        }
        return problems.isEmpty();
    }
}
