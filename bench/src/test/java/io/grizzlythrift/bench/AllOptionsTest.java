package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Every option of every command explains what is wrong with a value, in the words of the help. */
public final class AllOptionsTest {
    private static final String BAD = "?";
    private static final Set<Class<?>> NUMBERS =
            Set.of(int.class, long.class, double.class, Integer.class, Long.class, Double.class);
    private static final String ONE_OF = ", must be one of: ";

    /** Options that each command requires in addition to the tested one. */
    private static final Map<String, List<String>> REQUIRED = Map.of(
            "serve", List.of("--server=netty"),
            "load", List.of("--port=1"),
            "record", List.of("--calls=never-written", "--server-port=1"),
            "compare", List.of("--a=--server=netty", "--b=--server=hsha"),
            "matrix", List.of("--preset=quick"),
            "ycsb", List.of("--server=netty"),
            "floor", List.of("--ground=nio"),
            "figures", List.of("README.md"));

    /** Options whose text cannot be checked before a process is started with it, or a file is written. */
    private static final Set<String> FREE = Set.of(
            "compare --server",
            "compare --a",
            "compare --b",
            "compare --c",
            "compare --java",
            "compare --server-jvm",
            "compare --load-jvm",
            "compare --out",
            "matrix --java",
            "matrix --jvm",
            "matrix --out",
            "ycsb --server-jvm",
            "ycsb --client-jvm",
            "ycsb --json",
            "chaos --json",
            "chaos --folder",
            "load --json",
            "record --calls");

    @DataProvider
    static Object[][] options() {
        return Bench.commandLine().getSubcommands().entrySet().stream()
                .flatMap(command -> options(command.getValue())
                        .filter(option -> !FREE.contains(command.getKey() + " " + option.longestName()))
                        .flatMap(option -> badValues(option)
                                .map(value -> new Object[] {command.getKey(), option.longestName(), value})))
                .toArray(Object[][]::new);
    }

    /** Returns meaningless text, and for a number also a value below all bounds. */
    private static Stream<String> badValues(OptionSpec option) {
        boolean number = Stream.concat(Stream.of(option.type()), Arrays.stream(option.auxiliaryTypes()))
                .anyMatch(NUMBERS::contains);
        return number ? Stream.of(BAD, "-1") : Stream.of(BAD);
    }

    private static Stream<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && option.arity().max() > 0);
    }

    /** The error has the option, the value and the expected one; names are those of the help. */
    @Test(dataProvider = "options", timeOut = 60_000)
    public void badValuesAreAnsweredWithThoseAllowed(String command, String option, String value) {
        CommandRun run = run(command, option, value);
        assertEquals(run.exitCode(), 2, run.toString());
        assertEquals(run.err().lines().count(), 1, run.err());
        assertTrue(
                run.err().matches("(?s)" + option + " is " + Pattern.quote(value) + "(\\.0)?, must be .*"), run.err());
        if (run.err().contains(ONE_OF)) {
            String list = run.err()
                    .substring(
                            run.err().indexOf(ONE_OF) + ONE_OF.length(),
                            run.err().indexOf(" (try:"));
            for (String allowed : list.replaceAll(";.*", "").split(", ", -1)) {
                assertTrue(words(command).contains(allowed), allowed + " is not in the help of " + command);
            }
        }
    }

    /** All options whose value is not checked are listed here, including new ones. */
    @Test
    public void freeOptionsExist() {
        Set<String> all = Bench.commandLine().getSubcommands().entrySet().stream()
                .flatMap(command ->
                        options(command.getValue()).map(option -> command.getKey() + " " + option.longestName()))
                .collect(Collectors.toSet());
        assertTrue(all.containsAll(FREE), all.toString());
    }

    /** An error lists the allowed values, even for a missing option. */
    @Test
    public void missingOptionsAreAnsweredWithTheValuesAllowed() {
        CommandRun.of("serve").assertRefused("--server is missing, must be one of: simple, thread-pool");
        CommandRun.of("ycsb").assertRefused("--server is missing, must be one of: simple, thread-pool");
        CommandRun.of("matrix").assertRefused("--preset is missing, must be one of: quick, pipelined");
        CommandRun.of("load").assertRefused("--port is missing");
        CommandRun.of("measure").assertRefused("the command is measure, must be one of: serve, load, record, compare");
        CommandRun.of(List.of()).assertRefused("the command is missing, must be one of: serve, load, record, compare");
        CommandRun.of("help measure").assertRefused("COMMAND is measure, must be one of: serve, load, record, compare");
    }

    /** Both ways to get help print the same. */
    @Test
    public void helpIsACommandAndAnOption() {
        CommandRun command = CommandRun.of("help matrix");
        assertEquals(command.exitCode(), 0);
        assertEquals(command.out(), CommandRun.of("matrix --help").out());
        assertEquals(CommandRun.of("help").out(), CommandRun.of("--help").out());
    }

    private static CommandRun run(String command, String option, String value) {
        List<String> arguments = new ArrayList<>(List.of(command));
        REQUIRED.getOrDefault(command, List.of()).stream()
                .filter(given -> !given.startsWith(option + "="))
                .forEach(arguments::add);
        arguments.add(option + "=" + value);
        return CommandRun.of(arguments);
    }

    /** Returns all words of the help of a command; for matrix also those of the preset, to which its errors refer. */
    private static Set<String> words(String command) {
        String text = CommandRun.of(List.of(command, "--help")).out();
        if (command.equals("matrix")) {
            text += CommandRun.of("serve --help").out()
                    + CommandRun.of("load --help").out()
                    + CommandRun.of("matrix --preset=quick --list").out();
        }
        Set<String> words = Arrays.stream(text.split("[\\s,.;:()]+")).collect(Collectors.toSet());
        text.lines().map(String::strip).forEach(words::add);
        return words;
    }
}
