package io.grizzlythrift.bench;

import io.grizzlythrift.bench.option.OptionErrors;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the help of the bench, or of one command, as {@code --help} does. */
@Command(name = "help", description = "Prints the help of a command, or the list of commands.")
final class HelpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "COMMAND",
            description = "A command; without it, the list of commands is printed.")
    private Optional<String> command;

    @Override
    public Integer call() {
        CommandLine bench = spec.parent().commandLine();
        Map<String, CommandLine> commands = bench.getSubcommands();
        CommandLine wanted = command.map(name -> OptionErrors.requireOneOf("COMMAND", name, commands.keySet()))
                .map(commands::get)
                .orElse(bench);
        wanted.usage(spec.commandLine().getOut());
        return 0;
    }
}
