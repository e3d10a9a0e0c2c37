package io.grizzlythrift.thriftcall;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** Calls Thrift servers from the command line, without generated code. */
@Command(
        name = "thriftcall",
        description = "Lists, describes and calls the methods of Thrift servers in any language.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = ThriftCall.Version.class,
        subcommands = {
            ListCommand.class,
            DescribeCommand.class,
            CallCommand.class,
            HealthCommand.class,
            CompletionCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  thriftcall list --idl calculator.thrift",
            "  thriftcall describe --idl calculator.thrift Calculator.add",
            "  thriftcall call --idl calculator.thrift 127.0.0.1:9090 Calculator.add '{\"a\": 1, \"b\": 2}'",
            "",
            "Exit codes: 0 success, 1 unexpected error, 2 usage, 3 cannot connect, 4 timed out, 5 rejected by the",
            "server, 6 denied, 7 exception that the method declares, 8 other error of the server, 9 protocol error,",
            "10 connection lost."
        })
public final class ThriftCall {
    // Only the annotations are used.
    @SuppressWarnings("UnusedVariable")
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this help.")
    private boolean help;

    @SuppressWarnings("UnusedVariable")
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version.")
    private boolean version;

    private ThriftCall() {}

    /**
     * Runs a command, and exits with the code of {@link ExitCode}.
     *
     * @param args a command and its options
     */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = commandLine().setOut(out).setErr(err).execute(args);
        out.flush();
        System.exit(code);
    }

    static CommandLine commandLine() {
        Logger.getLogger("").setLevel(Level.OFF);
        return new CommandLine(new ThriftCall())
                .setExpandAtFiles(false) // -d @file means the file, not the options in it
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOverwrittenOptionsAllowed(true) // so that an alias may have defaults
                .registerConverter(Duration.class, new DurationConverter())
                .setExitCodeExceptionMapper(thrown -> Failures.of(thrown).code().number())
                .setParameterExceptionHandler(ThriftCall::explain)
                .setExecutionExceptionHandler(ThriftCall::explain);
    }

    private static int explain(ParameterException bad, String[] args) {
        CommandLine command = bad.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("thriftcall: " + oneLine(bad.getMessage()));
        err.println("  " + suggestion(bad) + "See: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.number();
    }

    private static String suggestion(ParameterException bad) {
        if (bad instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            return "Did you mean " + unmatched.getSuggestions().get(0) + "? ";
        }
        return "";
    }

    private static int explain(Exception thrown, CommandLine command, ParseResult parsed) {
        CommandException failure = Failures.of(thrown);
        PrintWriter err = command.getErr();
        command.getOut().flush();
        err.println("thriftcall: " + oneLine(failure.getMessage()));
        if (!failure.hint().isEmpty()) {
            err.println("  " + failure.hint());
        }
        if (parsed.subcommand() == null ? isDebug(parsed) : isDebug(parsed.subcommand())) {
            thrown.printStackTrace(err);
        }
        return failure.code().number();
    }

    private static boolean isDebug(ParseResult parsed) {
        return parsed.hasMatchedOption("--debug");
    }

    /** What a server or a file says must not control the terminal, nor look like several messages. */
    static String oneLine(String message) {
        return message.replaceAll("\\s*\\R\\s*", " ").replaceAll("\\p{Cntrl}", "?");
    }

    /** Reads the version that the build has written. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            Properties versions = new Properties();
            try (InputStream file = ThriftCall.class.getResourceAsStream("version.properties")) {
                versions.load(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new String[] {
                "thriftcall " + versions.getProperty("version") + ", libthrift " + versions.getProperty("libthrift"),
                "Java " + Runtime.version()
            };
        }
    }
}
