package io.grizzlythrift.bench;

import io.grizzlythrift.bench.floor.Ground;
import io.grizzlythrift.bench.load.plan.BalancerChoice;
import io.grizzlythrift.bench.matrix.Preset;
import io.grizzlythrift.bench.option.DurationConverter;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.option.NumberConverter;
import io.grizzlythrift.bench.option.OptionErrors;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.bench.ycsb.YcsbClient;
import io.grizzlythrift.bench.ycsb.YcsbStore;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The bench's command line. */
@Command(
        name = "bench",
        description = "Measures Thrift servers and clients, each in a separate process.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            LoadCommand.class,
            RecordCommand.class,
            CompareCommand.class,
            MatrixCommand.class,
            ReportCommand.class,
            FiguresCommand.class,
            ChaosCommand.class,
            YcsbCommand.class,
            FloorCommand.class,
            JmhCommand.class,
            HelpCommand.class
        })
public final class Bench {
    private static final int BAD_OPTIONS = 2;

    // Only the annotation is used.
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, scope = ScopeType.INHERIT, description = "Print this help.")
    private boolean help;

    private Bench() {}

    /**
     * Runs a command and exits with code 0 for a valid result, 1 for a failed or invalid run, or 2 for bad options.
     *
     * @param args a command and its options
     */
    public static void main(String[] args) {
        quietLibraries();
        System.exit(commandLine().execute(args));
    }

    /** Keeps the INFO lines of libraries out of the output, unless the user has configured the logging. */
    private static void quietLibraries() {
        if (System.getProperty("java.util.logging.config.file") == null
                && System.getProperty("java.util.logging.config.class") == null) {
            Logger.getLogger("").setLevel(Level.WARNING);
        }
    }

    static CommandLine commandLine() {
        CommandLine bench = configured(new CommandLine(new Bench()))
                .setParameterExceptionHandler(Bench::explain)
                .setExecutionExceptionHandler(Bench::explain);
        // The values of the options of compare are options themselves, as in --a --client=raw.
        bench.getSubcommands().get("compare").setAllowOptionsAsOptionParameters(true);
        JmhCommand.takeOptionsOfJmh(bench.getSubcommands().get("jmh"));
        return bench;
    }

    /** Adds converters for the types of the bench's options to a parser. */
    static CommandLine configured(CommandLine parser) {
        return parser.registerConverter(Duration.class, new DurationConverter())
                .registerConverter(int.class, NumberConverter.ofInt())
                .registerConverter(Integer.class, NumberConverter.ofInt())
                .registerConverter(Long.class, NumberConverter.ofLong())
                .registerConverter(double.class, NumberConverter.ofDouble())
                .registerConverter(Preset.class, new NamedValueConverter<>(Preset.class))
                .registerConverter(Ground.class, new NamedValueConverter<>(Ground.class))
                .registerConverter(Method.class, new NamedValueConverter<>(Method.class))
                .registerConverter(WireProtocol.class, new NamedValueConverter<>(WireProtocol.class))
                .registerConverter(BalancerChoice.class, new NamedValueConverter<>(BalancerChoice.class))
                .registerConverter(YcsbClient.class, new NamedValueConverter<>(YcsbClient.class))
                .registerConverter(YcsbStore.class, new NamedValueConverter<>(YcsbStore.class))
                .registerConverter(YcsbWorkload.class, new NamedValueConverter<>(YcsbWorkload.class));
    }

    /**
     * Checks options for another process, and sets the fields of a command to them.
     *
     * @throws IllegalArgumentException if one of them is bad
     */
    static void check(String name, Object command, List<String> words, Runnable more) {
        CommandLine parser = configured(new CommandLine(command));
        try {
            parser.parseArgs(words.toArray(new String[0]));
            more.run();
        } catch (ParameterException bad) {
            throw new IllegalArgumentException(name + ": " + OptionErrors.line(bad), bad);
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(name + ": " + OptionErrors.line(parser, bad.getMessage()), bad);
        }
    }

    /** Returns the name of a command and the given options, without the folder of its results. */
    static List<String> command(CommandSpec spec) {
        List<String> words = new ArrayList<>(List.of(spec.name()));
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptionsSet()) {
            if (!option.longestName().equals("--out")) {
                option.originalStringValues().forEach(value -> words.add(option.longestName() + "=" + value));
            }
        }
        return words;
    }

    private static int explain(ParameterException bad, String[] args) {
        CommandLine command = bad.getCommandLine();
        return explain(command, OptionErrors.line(bad));
    }

    private static int explain(CommandLine command, String line) {
        command.getErr().println(line + " (try: " + command.getCommandSpec().qualifiedName() + " --help)");
        return BAD_OPTIONS;
    }

    private static int explain(Exception failed, CommandLine command, CommandLine.ParseResult parsed) {
        if (failed instanceof IllegalArgumentException) {
            return explain(command, OptionErrors.line(command, failed.getMessage()));
        }
        command.getErr().println(command.getCommandName() + " failed: " + failed);
        return CommandLine.ExitCode.SOFTWARE;
    }
}
