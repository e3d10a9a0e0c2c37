package io.grizzlythrift.bench;

import io.grizzlythrift.bench.matrix.Cut;
import io.grizzlythrift.bench.matrix.Matrix;
import io.grizzlythrift.bench.matrix.OwnCalls;
import io.grizzlythrift.bench.matrix.Preset;
import io.grizzlythrift.bench.matrix.Processes;
import io.grizzlythrift.bench.matrix.Progress;
import io.grizzlythrift.bench.matrix.ThreadCounts;
import io.grizzlythrift.bench.matrix.Timing;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.ProcessArguments;
import io.grizzlythrift.bench.published.PublishedComparison;
import io.grizzlythrift.bench.recording.Recording;
import io.grizzlythrift.bench.results.RunLog;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.bench.verdict.Verdicts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a predefined comparison, or a part of it. */
@Command(
        name = "matrix",
        description = {
            "Runs the measurements of a preset in turns (A B A B ...), each with new processes for server and client,"
                    + " and adds each result to DIR/PRESET.json. Ctrl-C ends it: the results so far are in the file, and"
                    + " --resume measures the others.",
            "Next: report DIR."
        },
        sortOptions = false)
final class MatrixCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "One of: ${COMPLETION-CANDIDATES}; --list describes them.")
    private Optional<Preset> preset;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the results, which must not contain any yet (default: results/PRESET-DATE-TIME).")
    private Optional<Path> out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Continue the comparison in this folder with its own options, and measure what is missing.")
    private Optional<Path> resume;

    @Option(
            names = "--list",
            description = "List the measurements without running them; without --preset, list the presets.")
    private boolean list;

    @Mixin
    private ServiceOptions service;

    @Option(
            names = "--calls",
            paramLabel = "FILE",
            description =
                    "File written by 'record': replay its calls instead of the preset's, with the client raw. Only"
                            + " with the presets quick, pipelined, connections and rates.")
    private Optional<Path> calls;

    @Option(
            names = "--servers",
            split = ",",
            paramLabel = "NAME",
            description = "Only these servers or strategies of the preset, such as netty,same-thread.")
    private Set<String> servers = new LinkedHashSet<>();

    @Option(
            names = "--clients",
            split = ",",
            paramLabel = "NAME",
            description = "Only these clients of the preset, such as raw,tsocket.")
    private Set<String> clients = new LinkedHashSet<>();

    @Option(
            names = "--protocols",
            split = ",",
            paramLabel = "NAME",
            description = "Only these protocols: binary, compact.")
    private Set<WireProtocol> protocols = new LinkedHashSet<>();

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "BYTES",
            description = "Only calls of these sizes of the preset.")
    private Set<Integer> sizes = new LinkedHashSet<>();

    @Option(
            names = "--connections",
            split = ",",
            paramLabel = "N",
            description = "Only these numbers of connections of the preset.")
    private Set<Integer> connections = new LinkedHashSet<>();

    @Option(
            names = "--io-threads",
            paramLabel = "N",
            description = "Threads of each server that read and write (default: the preset's).")
    private Optional<Integer> ioThreads;

    @Option(
            names = "--worker-threads",
            paramLabel = "N",
            description =
                    "Threads of each server that run calls, for servers that have such threads (default: the preset's).")
    private Optional<Integer> workerThreads;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Measurements of each case (default: the preset's, see --list).")
    private Optional<Integer> rounds;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "Time in each measurement before recording starts (default: the preset's).")
    private Optional<Duration> warmup;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Recorded time of each measurement (default: the preset's).")
    private Optional<Duration> duration;

    @Option(
            names = "--java",
            paramLabel = "FILE",
            description = "The java executable of servers and clients (default: the one that runs this command).")
    private Optional<String> java;

    @Option(
            names = "--jvm",
            defaultValue = "",
            showDefaultValue = Help.Visibility.NEVER,
            paramLabel = "FLAGS",
            description =
                    "Additional flags of their JVMs, as one argument, such as '-Xmx4g'. They override the flags of"
                            + " the preset, except the heap size of the preset memory.")
    private String flags;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (resume.isPresent()) {
            return resume(resume.get());
        }
        if (list && preset.isEmpty()) {
            listPresets();
            return 0;
        }
        Preset chosen = preset.orElseThrow(() -> new IllegalArgumentException("preset is missing, must be one of: "
                + String.join(", ", NamedValueConverter.spelled(Preset.values()))));
        Matrix matrix = matrix(chosen);
        if (list) {
            list(chosen, matrix);
            return 0;
        }
        return measure(
                matrix,
                RunLog.create(out.orElseGet(() -> newDirectory(chosen)), chosen.toString(), Bench.command(spec)));
    }

    private int resume(Path directory) throws IOException, InterruptedException {
        RunLog log = RunLog.resume(directory);
        if (spec.commandLine().getParseResult().matchedOptions().size() > 1) {
            throw new IllegalArgumentException(
                    "resume is " + directory + ", must be the only option: the others are in its result file");
        }
        MatrixCommand before = new MatrixCommand();
        Bench.configured(new CommandLine(before))
                .setOut(spec.commandLine().getOut())
                .parseArgs(log.command().stream().skip(1).toArray(String[]::new));
        return before.measure(before.matrix(before.preset.orElseThrow()), log);
    }

    private Matrix matrix(Preset chosen) {
        service.requireCalls(calls);
        Matrix matrix = new Matrix(
                chosen,
                new Cut(servers, clients, protocols, sizes, connections),
                calls.map(file -> new OwnCalls(service.arguments(), Recording.read(file))),
                new ThreadCounts(ioThreads, workerThreads),
                timing(chosen));
        matrix.skipped().forEach(line -> say("skipped: " + line));
        return matrix;
    }

    private Timing timing(Preset chosen) {
        Timing usual = chosen.timing();
        return new Timing(
                rounds.orElse(usual.rounds()), warmup.orElse(usual.warmup()), duration.orElse(usual.duration()));
    }

    @SuppressWarnings("try") // the notice is only closed
    private int measure(Matrix matrix, RunLog log) throws IOException, InterruptedException {
        boolean valid;
        Path directory = log.file().getParent();
        try (InterruptNotice notice = new InterruptNotice(() -> kept(matrix, log), this::say);
                Children children = new Children()) {
            JavaCommand command = JavaCommand.of(java, List.of(), Bench.class);
            Processes processes = new Processes(children, command, ProcessArguments.words(flags));
            valid = matrix.run(processes, log, this::say);
            if (children.isClosed()) {
                return 1; // interrupted
            }
        }
        say("");
        for (String verdict : Verdicts.of(log.runs())) {
            say(verdict);
            say("");
        }
        PublishedComparison.of(preset.orElseThrow().toString())
                .map(comparison -> comparison.conclusions(log.runs()))
                .ifPresent(conclusions -> conclusions.forEach(sentence -> {
                    say(sentence);
                    say("");
                }));
        say((valid ? "" : "SOME RESULTS ARE INVALID OR MISSING; ") + "results: " + directory + "; next: report "
                + directory);
        return valid ? 0 : 1;
    }

    private static String kept(Matrix matrix, RunLog log) {
        int done = log.runs().size();
        return done == 0
                ? "no measurement was complete, so nothing is kept"
                : done + " of " + matrix.measurements() + " measurements are in " + log.file()
                        + "; the rest: matrix --resume=" + log.file().getParent();
    }

    private void listPresets() {
        for (Preset each : Preset.values()) {
            Duration expected =
                    new Matrix(each, Cut.NOTHING, Optional.empty(), ThreadCounts.OF_PRESET, each.timing()).expected();
            say(String.format(Locale.ROOT, "%-15s about %s: %s", each, Progress.text(expected), each.description()));
        }
    }

    private void list(Preset chosen, Matrix matrix) {
        Timing timing = timing(chosen);
        listPresets();
        say("");
        say(chosen + ", " + timing.rounds() + " rounds, warm-up "
                + timing.warmup().toMillis() + " ms, " + timing.duration().toMillis() + " ms each, about "
                + Progress.text(matrix.expected()) + ":");
        matrix.plan().forEach(this::say);
    }

    private static Path newDirectory(Preset chosen) {
        String time = LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
        return Path.of("results", chosen + "-" + time);
    }

    private void say(String line) {
        PrintWriter writer = spec.commandLine().getOut();
        writer.println(line);
        writer.flush();
    }
}
