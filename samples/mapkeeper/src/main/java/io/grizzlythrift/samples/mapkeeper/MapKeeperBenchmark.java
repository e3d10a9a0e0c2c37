package io.grizzlythrift.samples.mapkeeper;

import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Serves MapKeeper on each strategy in turn, lets YCSB load records and run its workload a over real sockets, and
 * prints what that gave, strategy by strategy. Server and client are processes of their own, so that no strategy
 * profits from what the JVM learned from another.
 */
public final class MapKeeperBenchmark {
    static final List<String> STRATEGIES =
            List.of(SameThreadStrategy.NAME, WorkerThreadStrategy.NAME, LeaderFollowerStrategy.NAME);

    private static final String WORKLOAD = "workload-a.properties";

    private final BenchmarkOptions options;
    private final ServedMapKeeper.Launcher launcher;
    private final Workspace workspace;
    private final PrintStream out;
    private final ResultTable table = new ResultTable();
    private final List<String> problems = new ArrayList<>();

    MapKeeperBenchmark(
            BenchmarkOptions options, ServedMapKeeper.Launcher launcher, Workspace workspace, PrintStream out) {
        this.options = options;
        this.launcher = launcher;
        this.workspace = workspace;
        this.out = out;
    }

    /**
     * Runs the benchmark and ends the JVM: with 0 if every operation succeeded, with 1 if not, with 2 if an argument is
     * wrong.
     *
     * @param args see {@code --help}
     * @throws IOException if a child process or a temporary file cannot be made
     * @throws InterruptedException if the main thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (List.of(args).contains("--help")) {
            System.out.println(BenchmarkOptions.USAGE);
            return;
        }
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        BenchmarkOptions options;
        try {
            options = BenchmarkOptions.parse(args);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            err.println(BenchmarkOptions.USAGE);
            return 2;
        }
        Duration serverLimit =
                YcsbPhase.LOAD.limit(options).plus(YcsbPhase.RUN.limit(options)).plusMinutes(1);
        try (Workspace workspace = Workspace.create()) {
            ServedMapKeeper.Launcher launcher = strategy -> MapKeeperProcess.start(workspace, serverLimit, strategy);
            return new MapKeeperBenchmark(options, launcher, workspace, out).run(STRATEGIES);
        }
    }

    /** Measures the strategies and prints the table; gives the exit code. */
    int run(List<String> strategies) throws IOException, InterruptedException {
        Path workload = workspace.newFile(WORKLOAD);
        try (InputStream resource = MapKeeperBenchmark.class.getResourceAsStream(WORKLOAD)) {
            Files.write(workload, Objects.requireNonNull(resource, WORKLOAD).readAllBytes());
        }
        out.printf(
                Locale.ROOT,
                "MapKeeper, YCSB workload a: %,d records, %,d operations, %d client threads%n",
                options.records(),
                options.operations(),
                options.threads());
        for (String strategy : strategies) {
            out.println();
            out.println(strategy);
            try {
                measure(strategy, workload);
            } catch (IOException e) {
                if (workspace.isClosed()) {
                    return 1;
                }
                problems.add(strategy + ", " + e.getMessage());
            }
        }
        out.println();
        table.lines().forEach(out::println);
        out.println();
        if (problems.isEmpty()) {
            out.println("No operation failed, and every read gave what was written.");
            return 0;
        }
        out.println("FAILED:");
        problems.forEach(out::println);
        return 1;
    }

    private void measure(String strategy, Path workload) throws IOException, InterruptedException {
        try (ServedMapKeeper server = launcher.start(strategy)) {
            YcsbPhase.Result load = YcsbPhase.LOAD.run(workspace, workload, options, server.port(), out);
            YcsbPhase.Result run = YcsbPhase.RUN.run(workspace, workload, options, server.port(), out);
            table.add(strategy, run.report(), load.failed() + run.failed());
            load.problems().forEach(problem -> problems.add(strategy + ", " + problem));
            run.problems().forEach(problem -> problems.add(strategy + ", " + problem));
        }
    }
}
