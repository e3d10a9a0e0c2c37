package io.grizzlythrift.bench.compare;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How to start another process of this program.
 *
 * @param java the java executable
 * @param flags flags of the JVM
 * @param classPath where the program is
 * @param mainClass its main class
 */
public record JavaCommand(String java, List<String> flags, String classPath, String mainClass) {
    /** Copies the flags. */
    public JavaCommand {
        requireNonNull(java, "java");
        flags = List.copyOf(flags);
        requireNonNull(classPath, "classPath");
        requireNonNull(mainClass, "mainClass");
    }

    /**
     * Splits a command line at blanks; there is no quoting, as no option of the bench needs any.
     *
     * @param line options
     * @return the options, none of them empty
     */
    public static List<String> words(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    ProcessBuilder with(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath);
        command.add(mainClass);
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
