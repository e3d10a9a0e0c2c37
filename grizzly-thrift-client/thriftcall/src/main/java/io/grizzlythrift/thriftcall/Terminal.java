package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.IdlText;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Where a command writes, and how. Not thread-safe, except that one thread may write to {@link #out} and another one to
 * {@link #err}.
 *
 * @param out for results
 * @param err for errors and progress
 * @param readable whether results are laid out for people; otherwise they are JSON
 * @param colored whether results are colored
 * @param progress whether the errors go to a terminal, so that a line of progress can be overwritten
 */
record Terminal(PrintWriter out, PrintWriter err, boolean readable, boolean colored, boolean progress) {
    /** What the user asked for, or leaves to the command. */
    enum Choice {
        AUTO,
        ALWAYS,
        NEVER;

        boolean or(boolean automatic) {
            return this == AUTO ? automatic : this == ALWAYS;
        }

        /** {@return the name as it is typed} */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Terminal of(
            PrintWriter out, PrintWriter err, Choice readable, Choice color, Map<String, String> environment) {
        boolean isTerminal = isTerminal(1, environment);
        boolean colored =
                color.or(isTerminal && environment.getOrDefault("NO_COLOR", "").isEmpty());
        return new Terminal(out, err, readable.or(isTerminal), colored, isTerminal(2, environment));
    }

    /** The JDK cannot tell for a single stream. Where the system does not say, it answers for all streams together. */
    private static boolean isTerminal(int descriptor, Map<String, String> environment) {
        if ("dumb".equals(environment.get("TERM"))) {
            return false;
        }
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return consoleIsTerminal();
        }
    }

    /** From JDK 22 on, there is a console even if it is not a terminal, and {@code isTerminal()} tells. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean consoleIsTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** {@return the colors of the IDL} */
    IdlText.Markup idlColors() {
        return (piece, text) -> paint(colorOf(piece), text);
    }

    private static Color colorOf(IdlText.Piece piece) {
        return switch (piece) {
            case KEYWORD -> Color.WORD;
            case NAME -> Color.NAME;
            case TYPE -> Color.KEY;
            case COMMENT -> Color.FAINT;
        };
    }

    /** Paints a text, if this terminal has colors. */
    String paint(Color color, String text) {
        return colored && !text.isEmpty() ? color.code + text + Color.RESET : text;
    }

    /** Colors that are readable on a dark and on a light ground. */
    enum Color {
        NAME("\u001b[1m"),
        KEY("\u001b[34m"),
        TEXT("\u001b[32m"),
        NUMBER("\u001b[36m"),
        WORD("\u001b[35m"),
        GOOD("\u001b[32m"),
        BAD("\u001b[31m"),
        FAINT("\u001b[2m");

        private static final String RESET = "\u001b[0m";

        private final String code;

        Color(String code) {
            this.code = code;
        }
    }
}
