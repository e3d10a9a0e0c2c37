package io.grizzlythrift.samples.secured;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, which uses the realm of the tests. */
public final class ChildJvm {
    private static final int TIMEOUT_SECONDS = 400;

    private ChildJvm() {}

    /**
     * Runs a program to its end.
     *
     * @param name of the file with its errors, in {@code target}
     * @param kerberosConfig as the realm has written it
     * @param classPath without the classes of the tests, which are added
     * @return the lines that it has printed
     * @throws AssertionError if it fails
     */
    public static List<String> run(
            String name, Path kerberosConfig, List<String> classPath, Class<?> main, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> path = new ArrayList<>(classPath);
        path.add(0, main.getProtectionDomain().getCodeSource().getLocation().getPath());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.security.krb5.conf=" + kerberosConfig,
                "-cp",
                String.join(File.pathSeparator, path),
                main.getName()));
        command.addAll(arguments);
        Path output = Path.of("target", name + ".out");
        Path errors = Path.of("target", name + ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError(name + " failed: " + Files.readString(output) + Files.readString(errors));
            }
            return Files.readAllLines(output);
        } finally {
            process.destroyForcibly();
        }
    }
}
