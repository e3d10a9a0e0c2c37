package io.grizzlythrift.bench.process;

import java.nio.file.Path;
import java.util.List;

/**
 * Starts the bench itself. Refers to its main class by name, because the packages below the commands do not depend on
 * them.
 */
public final class BenchJava {
    private BenchJava() {}

    /**
     * Creates a command for this JVM and class path.
     *
     * @param flags flags of the JVM
     * @return the command
     */
    public static JavaCommand with(String... flags) {
        return new JavaCommand(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                List.of(flags),
                System.getProperty("java.class.path"),
                "io.grizzlythrift.bench.Bench");
    }
}
