package io.grizzlythrift.bench.drift;

import io.grizzlythrift.bench.process.Jdk;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The sources that need Drift's classes to compile. */
final class DriftSources {
    private static final List<String> FILES = List.of(
            "DriftClient.java",
            "DriftHandler.java",
            "DriftServer.java",
            "DriftService.java",
            "DriftStub.java",
            "DriftUser.java",
            "DriftUserPage.java",
            "DriftWork.java");

    private DriftSources() {}

    /**
     * Compiles the sources, which takes about a second.
     *
     * @param jdk has the compiler
     * @return a new folder with the class files, which is deleted at the end of this process
     * @throws IOException if the compiler fails; its messages went to the standard error of this process
     */
    static Path compile(Jdk jdk) throws IOException {
        String javac = jdk.home().resolve("bin").resolve("javac").toString();
        Path folder = Files.createTempDirectory("bench-drift");
        List<String> command = new ArrayList<>(List.of(
                javac,
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString()));
        for (String name : FILES) {
            command.add(copy(name, folder).toString());
        }
        try {
            int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (exit != 0) {
                throw new IOException(javac + " ended with exit code " + exit);
            }
            return folder;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while Drift's sources were compiled");
        } finally {
            deleteAtExit(folder);
        }
    }

    private static Path copy(String name, Path folder) throws IOException {
        try (InputStream source = DriftSources.class.getResourceAsStream(name)) {
            if (source == null) {
                throw new FileNotFoundException("the build left out " + name);
            }
            Path copy = folder.resolve(name);
            Files.copy(source, copy);
            return copy;
        }
    }

    /** Folders first, because the JVM deletes in reverse order. */
    private static void deleteAtExit(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.forEach(each -> each.toFile().deleteOnExit());
        }
    }
}
