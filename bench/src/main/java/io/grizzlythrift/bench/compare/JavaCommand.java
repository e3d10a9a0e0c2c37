package io.grizzlythrift.bench.compare;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
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
     * The same with more flags behind, which win.
     *
     * @param more flags of the JVM
     * @return another command
     */
    public JavaCommand plus(List<String> more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(more);
        return new JavaCommand(java, all, classPath, mainClass);
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
