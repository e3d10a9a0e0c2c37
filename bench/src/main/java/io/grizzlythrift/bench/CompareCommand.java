package io.grizzlythrift.bench;

import io.grizzlythrift.bench.compare.Children;
import io.grizzlythrift.bench.compare.CompareTable;
import io.grizzlythrift.bench.compare.ComparedRun;
import io.grizzlythrift.bench.compare.JavaCommand;
import io.grizzlythrift.bench.compare.LoadProcess;
import io.grizzlythrift.bench.compare.ServerProcess;
import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.ResultFiles;
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

/** Several servers under the same load, in turns. */
@Command(
        name = "compare",
        description =
                "Starts each server in a process of its own, measures them in turns (A B A B ...) and prints a table.",
        showDefaultValues = true,
        sortOptions = false)
final class CompareCommand implements Callable<Integer> {
    private static final String DEFAULT_FLAGS = "-Xms1g -Xmx1g -XX:+UseParallelGC";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--a",
            required = true,
            paramLabel = "ARGS",
            description = {
                "Options of 'serve' for the server that the others are compared to, as one argument.",
                "Words that begin with -X or -D are flags of its JVM alone."
            })
    private String first;

    @Option(
            names = "--b",
            required = true,
            paramLabel = "ARGS",
            description = "Options of 'serve' for the second server.")
    private String second;

    @Option(
            names = {"--c", "--server-args"},
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "ARGS",
            description = "Options of 'serve' for one more server; may be repeated.")
    private List<String> others = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "5", paramLabel = "N", description = "Measurements of each server.")
    private int rounds;

    @Option(
            names = "--first-warmup",
            defaultValue = "10s",
            paramLabel = "TIME",
            description = "Load on each server before the first round. Each measurement has its --warmup as well.")
    private Duration firstWarmup;

    @Option(
            names = "--java",
            paramLabel = "FILE",
            description = "The java executable of all processes; by default the one that runs this.")
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
            description = "Flags of the client's JVM, as one argument.")
    private String loadFlags;

    @Option(names = "--out", paramLabel = "DIR", description = "Write a JSON file per measurement there.")
    private Optional<Path> out;

    @Mixin
    private LoadOptions load;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, but is " + rounds);
        }
        // Checks the options here, before any process is started.
        load.plan("127.0.0.1", 1);
        List<Contender> contenders = new ArrayList<>();
        try (Children children = new Children()) {
            LoadProcess client = new LoadProcess(children, javaCommand(loadFlags));
            for (String arguments : allServers()) {
                contenders.add(new Contender(arguments, start(children, arguments)));
            }
            for (Contender contender : contenders) {
                say("warming up " + contender.arguments);
                client.run(contender.server, load.arguments(Duration.ZERO, firstWarmup));
            }
            for (int round = 1; round <= rounds; round++) {
                for (Contender contender : contenders) {
                    measure(round, contenders.indexOf(contender), contender, client);
                }
            }
        }
        return report(contenders) ? 0 : 1;
    }

    private List<String> allServers() {
        List<String> all = new ArrayList<>(List.of(first, second));
        all.addAll(others);
        return all;
    }

    private ServerProcess start(Children children, String arguments) throws IOException {
        List<String> words = new ArrayList<>();
        StringBuilder flags = new StringBuilder(serverFlags);
        for (String word : JavaCommand.words(arguments)) {
            if (word.startsWith("-X") || word.startsWith("-D")) {
                flags.append(' ').append(word);
            } else {
                words.add(word);
            }
        }
        if (words.stream().noneMatch(word -> word.startsWith("--protocol"))) {
            words.add("--protocol=" + load.protocol().name().toLowerCase(Locale.ROOT));
        }
        return ServerProcess.start(children, javaCommand(flags.toString()), words);
    }

    private JavaCommand javaCommand(String flags) {
        String executable = java.orElseGet(
                () -> Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return new JavaCommand(
                executable, JavaCommand.words(flags), System.getProperty("java.class.path"), Bench.class.getName());
    }

    private void measure(int round, int index, Contender contender, LoadProcess client)
            throws IOException, InterruptedException {
        LoadResult result = client.run(contender.server, load.arguments());
        contender.results.add(result);
        say(String.format(
                Locale.ROOT,
                "round %d of %d: %,11.0f calls/s, server %.3f us/call, p99 %,.0f us%s   %s",
                round,
                rounds,
                result.callsPerSecond(),
                result.serverCpuMicrosPerCall(),
                result.latency().p99(),
                result.valid() ? "" : "  INVALID: " + result.firstError(),
                contender.arguments));
        if (out.isPresent()) {
            String file = String.format(Locale.ROOT, "round%02d-%c.json", round, 'a' + index);
            ResultFiles.write(
                    out.get().resolve(file),
                    new ComparedRun(round, contender.arguments, JavaCommand.words(serverFlags), result));
        }
    }

    /** Prints the table; false if any run was invalid. */
    private boolean report(List<Contender> contenders) {
        CompareTable table = new CompareTable();
        boolean valid = true;
        for (Contender contender : contenders) {
            table.add(contender.arguments, contender.results);
            valid &= contender.results.stream().allMatch(LoadResult::valid);
        }
        say("\nmedian (min-max) of " + rounds
                + " rounds; us/call is CPU time; ratio: server us/call to the first server\n");
        say(table.toString());
        return valid;
    }

    private void say(String line) {
        PrintWriter writer = spec.commandLine().getOut();
        writer.println(line);
        writer.flush();
    }

    private static final class Contender {
        final String arguments;
        final ServerProcess server;
        final List<LoadResult> results = new ArrayList<>();

        Contender(String arguments, ServerProcess server) {
            this.arguments = arguments;
            this.server = server;
        }
    }
}
