package io.grizzlythrift.samples.mapkeeper;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The child processes and the files of one benchmark. They end with it, and with this process if that ends first: on a
 * signal as well as on an exception. A child that outlives its own limit is killed.
 */
final class Workspace implements AutoCloseable {
    private final Path directory;
    private final List<Process> children = new ArrayList<>();
    private final Thread cleanup = new Thread(this::release, "mapkeeper-benchmark-cleanup");
    private boolean released;

    private Workspace(Path directory) {
        this.directory = directory;
    }

    static Workspace create() throws IOException {
        Workspace workspace = new Workspace(Files.createTempDirectory("mapkeeper-benchmark"));
        Runtime.getRuntime().addShutdownHook(workspace.cleanup);
        return workspace;
    }

    /** Where {@link #newFile} makes files. */
    Path directory() {
        return directory;
    }

    /**
     * Makes an empty file.
     *
     * @throws IOException if it cannot be made, or if this workspace is closed
     */
    synchronized Path newFile(String name) throws IOException {
        requireOpen();
        return Files.createTempFile(directory, name, "");
    }

    /**
     * Starts a main class on this JVM's class path, as a child with a pipe for its input and its output.
     *
     * @param errors where the child's error output goes, or {@link Redirect#PIPE} to join its output
     * @throws IOException if there is no child, or if this workspace is closed
     */
    synchronized Process start(Duration limit, Redirect errors, String mainClass, List<String> args)
            throws IOException {
        requireOpen();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(args);
        Process child = new ProcessBuilder(command)
                .redirectError(errors)
                .redirectErrorStream(errors.equals(Redirect.PIPE))
                .start();
        children.add(child);
        child.onExit()
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(late -> child.destroyForcibly());
        return child;
    }

    private void requireOpen() throws IOException {
        if (released) {
            throw new IOException("the benchmark has ended");
        }
    }

    /** Whether this workspace is closed, be it by the end of this process. */
    synchronized boolean isClosed() {
        return released;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(cleanup);
        } catch (IllegalStateException e) {
            // The process is about to end, and the hook runs already.
        }
        release();
    }

    private synchronized void release() {
        released = true;
        children.forEach(Process::destroyForcibly);
        children.clear();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // What is left lies in the system's directory for temporary files.
        }
    }
}
