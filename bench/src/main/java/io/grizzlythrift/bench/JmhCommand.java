package io.grizzlythrift.bench;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.ProfilersFailedException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs the micro benchmarks, with JMH's own command line. A benchmark that throws ends the run, unless the options
 * include {@code -foe false}.
 */
@Command(
        name = "jmh",
        description = {
            "Runs the JMH benchmarks: all, or those that match a regular expression.",
            "All arguments are passed to JMH unchanged; -h prints JMH's own options, -l lists the benchmarks."
        },
        footer = {"", "Example: bench jmh -f 1 -prof gc 'CodecBenchmark.decode'"})
final class JmhCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "JMH-OPTION", description = "Options and regular expressions for JMH.")
    private List<String> arguments = List.of();

    /** Passes all arguments except a leading {@code --help} to JMH. */
    static void takeOptionsOfJmh(CommandLine jmh) {
        jmh.setUnmatchedOptionsArePositionalParams(true)
                .setStopAtPositional(true)
                .setExpandAtFiles(false);
    }

    @Override
    public Integer call() throws IOException, RunnerException {
        CommandLineOptions options = parsed();
        if (options.shouldHelp()) {
            options.showHelp();
        } else if (options.shouldList()) {
            new Runner(options).list();
        } else if (options.shouldListWithParams()) {
            new Runner(options).listWithParams(options);
        } else if (options.shouldListProfilers()) {
            options.listProfilers();
        } else if (options.shouldListResultFormats()) {
            options.listResultFormats();
        } else {
            return run(options);
        }
        return CommandLine.ExitCode.OK;
    }

    private CommandLineOptions parsed() {
        try {
            return new CommandLineOptions(arguments.toArray(String[]::new));
        } catch (CommandLineOptionException | RuntimeException e) { // JMH throws either, depending on the option
            throw bad(e.getMessage());
        }
    }

    private int run(CommandLineOptions options) throws RunnerException {
        Options failing = new OptionsBuilder()
                .parent(options)
                .shouldFailOnError(options.shouldFailOnError().orElse(true))
                .build();
        try {
            Collection<RunResult> results = new Runner(failing).run();
            return results.isEmpty() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
        } catch (NoBenchmarksException e) {
            throw bad("no benchmark matches " + String.join(" or ", options.getIncludes()));
        } catch (ProfilersFailedException e) {
            throw bad(e.getMessage() + " " + e.getCause().getMessage());
        }
    }

    private ParameterException bad(String message) {
        String line = message.lines()
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return new ParameterException(spec.commandLine(), line);
    }
}
