package io.grizzlythrift.bench;

import io.grizzlythrift.bench.compare.CompareTable;
import io.grizzlythrift.bench.compare.Contender;
import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.matrix.Timing;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.LoadProcess;
import io.grizzlythrift.bench.process.ProcessArguments;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.RunLog;
import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.verdict.Verdicts;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares several servers under the same load, or several clients on the same server, in alternating runs. */
@Command(
        name = "compare",
        description = {
            "Measures in turns (A B A B ...), each server and each client in a separate process, and prints a table.",
            "To compare servers, --a and --b are options of 'serve', or those of 'floor' if they start with --ground."
                    + " All servers keep running and get the same load.",
            "To compare clients, --server takes options of 'serve', and --a and --b take those of 'load'. One server"
                    + " keeps running and serves all clients; each measurement starts a new process of its client."
        },
        showDefaultValues = true,
        sortOptions = false)
final class CompareCommand implements Callable<Integer> {
    static final String DEFAULT_FLAGS = "-Xms1g -Xmx1g -XX:+UseParallelGC";

    private static final String PRESET = "compare";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--server",
            paramLabel = "ARGS",
            description = "To compare clients: options of 'serve' for the server that they all call, as one argument.")
    private Optional<String> server;

    @Option(
            names = "--a",
            required = true,
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "ARGS",
            description = {
                "The contender that the others are compared with, as one argument: options of 'serve', or with --server"
                        + " those of 'load', which override the ones below.",
                "Words that start with -X or -D are flags of its JVM only."
            })
    private String first;

    @Option(
            names = "--b",
            required = true,
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "ARGS",
            description = "The second contender, in the same form as --a.")
    private String second;

    @Option(
            names = "--c",
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "ARGS",
            description = "Another contender, in the same form as --a; may be repeated.")
    private List<String> others = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "5", paramLabel = "N", description = "Measurements of each contender.")
    private int rounds;

    @Option(
            names = "--first-warmup",
            defaultValue = "10s",
            paramLabel = "TIME",
            description = "Load of each contender before the first round. Each measurement has its --warmup as well.")
    private Duration firstWarmup;

    @Option(
            names = "--java",
            paramLabel = "FILE",
            description = "The java executable of all processes (default: the one that runs this command).")
    private Optional<String> java;

    @Option(
            names = "--server-jvm",
            defaultValue = DEFAULT_FLAGS,
            paramLabel = "FLAGS",
            description = "Flags of the servers' JVMs, as one argument.")
    private String serverFlags;

    @Option(
            names = "--load-jvm",
            defaultValue = DEFAULT_FLAGS,
            paramLabel = "FLAGS",
            description = "Flags of the clients' JVMs, as one argument.")
    private String loadFlags;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the results to DIR/compare.json; the folder must not contain any yet.")
    private Optional<Path> out;

    private final List<LoadMeasurement> runs = new ArrayList<>();
    private Optional<RunLog> log = Optional.empty();

    @Mixin
    private ServiceOptions service;

    @Mixin
    private LoadOptions load;

    @Override
    @SuppressWarnings("try") // the notice is only closed
    public Integer call() throws IOException, InterruptedException {
        Bounds.requireBetween("rounds", rounds, 1, Timing.MAX_ROUNDS);
        service.requireCalls(load.calls());
        if (out.isPresent()) {
            log = Optional.of(RunLog.create(out.get(), PRESET, Bench.command(spec)));
        }
        List<Contender> contenders = new ArrayList<>();
        try (InterruptNotice notice = new InterruptNotice(this::kept, this::say);
                Children children = new Children()) {
            if (server.isPresent()) {
                addClients(contenders, children, server.get());
            } else {
                addServers(contenders, children);
            }
            try {
                measureInTurns(contenders);
            } catch (IOException failed) {
                if (children.isClosed()) {
                    return 1; // interrupted
                }
                throw failed;
            }
        }
        return report(contenders) ? 0 : 1;
    }

    private void measureInTurns(List<Contender> contenders) throws IOException, InterruptedException {
        for (Contender contender : contenders) {
            say("warming up " + contender.name());
            contender.warmUp();
        }
        for (int round = 1; round <= rounds; round++) {
            for (Contender contender : contenders) {
                measure(round, contender);
            }
        }
    }

    private void addServers(List<Contender> contenders, Children children) throws IOException {
        // Options are checked before any process is started.
        load.check();
        List<List<String>> options = new ArrayList<>();
        for (String line : sides()) {
            options.add(serverOptions(line));
        }
        for (int i = 0; i < options.size(); i++) {
            String line = sides().get(i);
            ServerProcess process = start(children, line, options.get(i));
            LoadProcess client = new LoadProcess(children, javaCommand(loadFlags));
            contenders.add(contender(unique(line, contenders), process, client, load));
        }
    }

    private void addClients(List<Contender> contenders, Children children, String serverLine) throws IOException {
        List<LoadOptions> loads = new ArrayList<>();
        for (String line : sides()) {
            LoadOptions own = load.with(ProcessArguments.of(line).options());
            own.check();
            loads.add(own);
        }
        ServerProcess process = start(children, serverLine, serverOptions(serverLine));
        for (int i = 0; i < loads.size(); i++) {
            String line = sides().get(i);
            JavaCommand java =
                    javaCommand(loadFlags).plus(ProcessArguments.of(line).flags());
            contenders.add(contender(unique(line, contenders), process, new LoadProcess(children, java), loads.get(i)));
        }
    }

    private List<String> sides() {
        List<String> all = new ArrayList<>(List.of(first, second));
        all.addAll(others);
        return all;
    }

    /** Checks and completes the options of a server. */
    private List<String> serverOptions(String line) {
        if (isFloor(line)) {
            List<String> options = new ArrayList<>(ProcessArguments.of(line).options());
            options.add("--size=" + load.size());
            FloorCommand.check(options);
            return options;
        }
        List<String> options = new ArrayList<>(service.arguments());
        options.addAll(ProcessArguments.of(line).options());
        boolean encodes = ServeCommand.check(options).contains(ServerOption.PROTOCOL);
        if (encodes && options.stream().noneMatch(option -> option.startsWith("--protocol"))) {
            options.add("--protocol=" + load.protocol());
        }
        return options;
    }

    private ServerProcess start(Children children, String line, List<String> options) throws IOException {
        List<String> flags = ProcessArguments.of(line).flags();
        JavaCommand java = javaCommand(serverFlags).plus(flags);
        return isFloor(line)
                ? ServerProcess.startFloor(children, java, options)
                : ServerProcess.start(children, java, options);
    }

    private static boolean isFloor(String line) {
        return line.startsWith("--ground");
    }

    private Contender contender(String name, ServerProcess process, LoadProcess client, LoadOptions options) {
        return new Contender(name, process, client, options.warmUpArguments(firstWarmup), options.arguments());
    }

    private String kept() {
        int done = log.map(file -> file.runs().size()).orElse(0);
        return done == 0
                ? "nothing is kept" + (out.isPresent() ? "" : ", because there is no --out")
                : done + " measurements are in " + log.orElseThrow().file() + "; next: report " + out.orElseThrow()
                        + ". Only matrix can resume: compare starts again";
    }

    /** Returns the options as a name, with a number if another contender has the same, to see the noise. */
    private static String unique(String line, List<Contender> others) {
        long same = others.stream()
                .filter(other -> other.name().equals(line) || other.name().startsWith(line + " #"))
                .count();
        return same == 0 ? line : line + " #" + (same + 1);
    }

    private JavaCommand javaCommand(String flags) {
        return JavaCommand.of(java, ProcessArguments.words(flags), Bench.class);
    }

    private void measure(int round, Contender contender) throws IOException, InterruptedException {
        LoadMeasurement run = contender.measure(PRESET, "", round);
        runs.add(run);
        LoadResult result = run.load();
        say(String.format(
                Locale.ROOT,
                "round %d of %d: %,11.0f calls/s, us/call: server %.3f, client %.3f, p50 %,.1f us, p99 %,.1f us%s   %s",
                round,
                rounds,
                result.callsPerSecond(),
                result.serverCpuMicrosPerCall(),
                result.clientCpuMicrosPerCall(),
                result.latency().p50(),
                result.latency().p99(),
                result.valid() ? "" : "  INVALID: " + result.firstError(),
                contender.name()));
        if (log.isPresent()) {
            log.get().add(run);
        }
    }

    /** Prints the table. Returns false if any run was invalid. */
    private boolean report(List<Contender> contenders) {
        CompareTable table = new CompareTable(server.isPresent() ? "client" : "server");
        boolean valid = true;
        for (Contender contender : contenders) {
            table.add(contender.name(), contender.results());
            valid &= contender.results().stream().allMatch(LoadResult::valid);
        }
        say("\nmedian (min-max) of " + rounds + " rounds; us/call is CPU time; ratio: of medians, to the first line\n");
        say(table.toString());
        Verdicts.of(runs).forEach(this::say);
        return valid;
    }

    private void say(String line) {
        PrintWriter writer = spec.commandLine().getOut();
        writer.println(line);
        writer.flush();
    }
}
