package io.grizzlythrift.samples.mapkeeper.ycsb;

import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import site.ycsb.Client;

/**
 * Serves MapKeeper on three strategies in turn, lets YCSB load records and run its workload a over real sockets, and
 * prints a table of the results. Each server and YCSB run in a new process, so that no strategy benefits from a JVM
 * that an earlier one has warmed up.
 */
public final class MapKeeperBenchmark {
    static final List<String> STRATEGIES =
            List.of(SameThreadStrategy.NAME, WorkerThreadStrategy.NAME, LeaderFollowerStrategy.NAME);

    private final YcsbJob job;
    private final PrintStream out;
    private final ResultTable table = new ResultTable();
    private final List<String> problems = new ArrayList<>();

    MapKeeperBenchmark(YcsbJob job, PrintStream out) {
        this.job = job;
        this.out = out;
    }

    /**
     * Runs the benchmark and exits: with 0 if every operation succeeded, with 1 if not, with 2 if an argument is wrong.
     *
     * @param args see {@code --help}
     * @throws InterruptedException if the main thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        if (List.of(args).contains("--help")) {
            System.out.println(BenchmarkOptions.USAGE);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(MapKeeperBenchmark::endChildren, "mapkeeper-benchmark-end"));
        System.exit(run(args, System.out, System.err));
    }

    /** Ends the server and YCSB when this process ends, for example on Ctrl-C. */
    private static void endChildren() {
        List<ProcessHandle> children = ProcessHandle.current().children().toList();
        children.forEach(ProcessHandle::destroy);
        children.forEach(child -> child.onExit().join());
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws InterruptedException {
        YcsbJob job;
        try {
            job = BenchmarkOptions.parse(args);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            err.println(BenchmarkOptions.USAGE);
            return 2;
        }
        MapKeeperBenchmark benchmark = new MapKeeperBenchmark(job, out);
        benchmark.measure(STRATEGIES);
        return benchmark.report();
    }

    /** Measures one strategy after the other, until one cannot be served or YCSB is terminated. */
    void measure(List<String> strategies) throws InterruptedException {
        out.printf(
                Locale.ROOT,
                "MapKeeper, YCSB workload %s: %,d records, %,d operations, %d client threads%n",
                job.workload(),
                job.records(),
                job.operations(),
                job.threads());
        for (String strategy : strategies) {
            out.println();
            out.println(strategy);
            try (ServerProcess server = ServerProcess.start(strategy)) {
                drive(strategy, server.port());
            } catch (IOException e) {
                problems.add(strategy + ", " + e.getMessage());
                return;
            }
        }
    }

    /** Lets YCSB load and run on the server at a port of 127.0.0.1. */
    void drive(String label, int port) throws IOException, InterruptedException {
        YcsbPhase.Launcher ycsb = arguments -> JavaProcess.of(Client.class, arguments)
                .redirectErrorStream(true)
                .start();
        YcsbTarget target = new YcsbTarget(MapKeeperYcsbClient.class, port, true);
        PhaseResult load = YcsbPhase.LOAD.run(ycsb, job, target, out::println);
        PhaseResult run = YcsbPhase.RUN.run(ycsb, job, target, out::println);
        table.add(label, run, load.failed() + run.failed());
        load.problems().forEach(problem -> problems.add(label + ", " + problem));
        run.problems().forEach(problem -> problems.add(label + ", " + problem));
    }

    /** Prints the table and the failures; returns the exit code. */
    int report() {
        out.println();
        table.lines().forEach(out::println);
        out.println();
        if (problems.isEmpty()) {
            out.println("No operation failed, and every read returned what was written.");
            return 0;
        }
        out.println("FAILED:");
        problems.forEach(out::println);
        return 1;
    }
}
