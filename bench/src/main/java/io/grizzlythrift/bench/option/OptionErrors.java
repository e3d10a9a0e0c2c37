package io.grizzlythrift.bench.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Error messages for bad options, in the same form for all: {@code --name is VALUE, must be ...}, with values spelled
 * as in the help.
 */
public final class OptionErrors {
    private static final String MUST_BE = "must be ";

    private OptionErrors() {}

    /** Returns the exception that a converter throws if the text is not one of the known values. */
    static TypeConversionException noneOf(List<String> values) {
        return mustBe("one of: " + String.join(", ", values));
    }

    static TypeConversionException mustBe(String expected) {
        return new TypeConversionException(MUST_BE + expected);
    }

    /**
     * Rejects an unknown name.
     *
     * @param option name of the option, without dashes
     * @param name its value
     * @param known all values allowed
     * @return the name
     * @throws IllegalArgumentException if the name is not known
     */
    public static String requireOneOf(String option, String name, Collection<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException(
                    option + " is " + name + ", " + MUST_BE + "one of: " + String.join(", ", known));
        }
        return name;
    }

    /**
     * Returns the error message for a bad command line.
     *
     * @param bad the exception of the parser
     * @return one line
     */
    public static String line(ParameterException bad) {
        if (bad instanceof MissingParameterException missing) {
            return missing.getMissing().stream()
                    .map(spec -> name(spec) + " is missing" + allowed(spec))
                    .collect(Collectors.joining("; "));
        }
        CommandLine command = bad.getCommandLine();
        if (bad.getMessage().startsWith("Missing required subcommand")) {
            return "the command is missing, " + MUST_BE + "one of: "
                    + String.join(", ", command.getSubcommands().keySet());
        }
        if (bad instanceof UnmatchedArgumentException unmatched
                && !command.getSubcommands().isEmpty()
                && !unmatched.getUnmatched().get(0).startsWith("-")) {
            return "the command is " + unmatched.getUnmatched().get(0) + ", " + MUST_BE + "one of: "
                    + String.join(", ", command.getSubcommands().keySet());
        }
        int reason = bad.getMessage().indexOf(MUST_BE);
        if (bad.getArgSpec() != null && bad.getValue() != null && reason >= 0) {
            return name(bad.getArgSpec()) + " is " + bad.getValue() + ", "
                    + bad.getMessage().substring(reason);
        }
        return bad.getMessage();
    }

    /**
     * Returns the error message for a value that was parsed and then rejected.
     *
     * @param command the command with its options
     * @param message a message that starts with the name of an option, without dashes, if it is about an option
     * @return the same message, with the dashes of the option
     */
    public static String line(CommandLine command, String message) {
        String name = "--" + message.split("[ ,:]", 2)[0];
        return command.getCommandSpec().findOption(name) == null ? message : "--" + message;
    }

    private static String name(ArgSpec spec) {
        return spec instanceof OptionSpec option ? option.longestName() : spec.paramLabel();
    }

    private static String allowed(ArgSpec spec) {
        List<String> values = new ArrayList<>();
        Optional.ofNullable(spec.completionCandidates())
                .ifPresent(all -> StreamSupport.stream(all.spliterator(), false).forEach(values::add));
        return values.isEmpty() ? "" : ", " + MUST_BE + "one of: " + String.join(", ", values);
    }
}
