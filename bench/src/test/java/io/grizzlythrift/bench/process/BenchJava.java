package io.grizzlythrift.bench.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the bench itself. Refers to its main class by name, because the packages below the commands do not depend on
 * them.
 */
public final class BenchJava {
    private BenchJava() {}

    /**
     * Creates a command for this JVM and class path, with the fast compiler only: most processes of tests end before they
     * are warm.
     *
     * @param flags more flags of the JVM
     * @return the command
     */
    public static JavaCommand with(String... flags) {
        List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
        all.addAll(List.of(flags));
        return new JavaCommand(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                all,
                System.getProperty("java.class.path"),
                "io.grizzlythrift.bench.Bench");
    }
}
