package io.grizzlythrift.bench.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The command that starts another process of this program.
 *
 * @param java the java executable
 * @param flags flags of the JVM
 * @param classPath class path of the program
 * @param mainClass name of the main class
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
     * Returns the command for another process of the running program.
     *
     * @param java the java executable; empty for the one that runs this process
     * @param flags flags of the JVM
     * @param mainClass the main class
     * @return the command
     */
    public static JavaCommand of(Optional<String> java, List<String> flags, Class<?> mainClass) {
        String executable = java.orElseGet(
                () -> Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return new JavaCommand(executable, flags, System.getProperty("java.class.path"), mainClass.getName());
    }

    /**
     * Returns the same command with additional flags, which override earlier ones.
     *
     * @param more flags of the JVM
     * @return a new command
     */
    public JavaCommand plus(List<String> more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(more);
        return new JavaCommand(java, all, classPath, mainClass);
    }

    /**
     * Returns a builder of a process whose standard error is that of this process.
     *
     * @param arguments arguments of the main class
     * @return the builder
     */
    public ProcessBuilder with(List<String> arguments) {
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
