package io.grizzlythrift.thriftcall;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options. */
@Command(
        name = "completion",
        description = "Print a script for completion in a shell.",
        footer = {"", "bash:  source <(thriftcall completion bash)", "zsh:   source <(thriftcall completion zsh)"})
final class CompletionCommand implements Callable<Integer> {
    /** The shells. */
    enum Shell {
        BASH,
        ZSH;

        /** {@return the name as it is typed} */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    private CommandSpec command;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    @Override
    public Integer call() {
        if (shell == Shell.ZSH) { // the script is one for bash, which zsh understands with these
            command.commandLine().getOut().println("autoload -U +X compinit && compinit");
        }
        command.commandLine()
                .getOut()
                .print(AutoComplete.bash("thriftcall", command.root().commandLine()));
        command.commandLine().getOut().flush();
        return ExitCode.OK.number();
    }
}
