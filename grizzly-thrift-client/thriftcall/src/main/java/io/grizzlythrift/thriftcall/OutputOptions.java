package io.grizzlythrift.thriftcall;

import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How results are written. */
final class OutputOptions {
    /** The forms, by the names of the option. */
    enum Form {
        AUTO(Terminal.Choice.AUTO),
        TEXT(Terminal.Choice.ALWAYS),
        JSON(Terminal.Choice.NEVER);

        private final Terminal.Choice readable;

        Form(Terminal.Choice readable) {
            this.readable = readable;
        }

        /** {@return the name as it is typed} */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "auto",
            description = "text for people, json for programs, or auto: text on a terminal, otherwise json.")
    private Form form;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "${COMPLETION-CANDIDATES}. auto means on a terminal, unless NO_COLOR is set.")
    private Terminal.Choice color;

    @Option(names = "--debug", description = "Print the log of the client, and stack traces.")
    private boolean debug;

    boolean isDebug() {
        return debug;
    }

    Terminal terminal() {
        return Terminal.of(
                command.commandLine().getOut(), command.commandLine().getErr(), form.readable, color, System.getenv());
    }
}
