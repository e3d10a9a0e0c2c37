package io.grizzlythrift.samples.mapkeeper;

import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Serves MapKeeper on each strategy in turn, lets YCSB load records and run its workload a over real sockets, and
 * prints what that gave, strategy by strategy. Server and client are processes of their own, so that no strategy
 * profits from what the JVM learned from another.
 */
public final class MapKeeperBenchmark {
    static final List<String> STRATEGIES =
            List.of(SameThreadStrategy.NAME, WorkerThreadStrategy.NAME, LeaderFollowerStrategy.NAME);

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
        Duration serverLimit = YcsbPhase.limit(options.records())
                .plus(YcsbPhase.limit(options.operations()))
                .plusMinutes(1);
        try (Workspace workspace = Workspace.create()) {
            ServedMapKeeper.Launcher launcher = strategy -> MapKeeperProcess.start(workspace, serverLimit, strategy);
            return new MapKeeperBenchmark(options, launcher, workspace, out).run(STRATEGIES);
        }
    }

    /** Measures the strategies and prints the table; gives the exit code. */
    int run(List<String> strategies) throws IOException, InterruptedException {
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
                measure(strategy);
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

    private void measure(String strategy) throws IOException, InterruptedException {
        try (ServedMapKeeper server = launcher.start(strategy)) {
            YcsbJob job = new YcsbJob(
                    MapKeeperYcsbClient.class,
                    YcsbWorkload.a(),
                    options.records(),
                    options.operations(),
                    options.threads(),
                    server.port());
            YcsbPhase.Result load = run(YcsbPhase.LOAD, job);
            YcsbPhase.Result run = run(YcsbPhase.RUN, job);
            table.add(strategy, run.report(), load.failed() + run.failed());
            load.problems().forEach(problem -> problems.add(strategy + ", " + problem));
            run.problems().forEach(problem -> problems.add(strategy + ", " + problem));
        }
    }

    private YcsbPhase.Result run(YcsbPhase phase, YcsbJob job) throws IOException, InterruptedException {
        YcsbPhase.Launcher ycsb =
                (mainClass, arguments, limit) -> workspace.start(limit, Redirect.PIPE, mainClass, arguments);
        return phase.run(ycsb, job, workspace.newFile("report"), out::println);
    }
}
