package io.grizzlythrift.client.process;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;

/** A server in its own process, which can be killed and stopped. */
public final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final Path errors;
    private final int port;

    private ServerProcess(Process process, Path errors) throws Exception {
        this.process = process;
        this.errors = errors;
        port = readPort();
    }

    /** Returns when the server listens. */
    public static ServerProcess start(int port) throws Exception {
        Path errors = Files.createTempFile("probe-server", ".log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProbeServerMain.class.getName(),
                        Integer.toString(port))
                .redirectError(errors.toFile())
                .start();
        return new ServerProcess(process, errors);
    }

    private int readPort() throws Exception {
        try {
            BufferedReader out = process.inputReader();
            CompletableFuture<Integer> line = CallerThread.start(() -> Integer.valueOf(out.readLine()));
            return line.get(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            String log = Files.readString(errors);
            close();
            throw new IllegalStateException("the server did not start: " + log, e);
        }
    }

    public int port() {
        return port;
    }

    /** Kills the server as a loss of power would. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Stops the server with its connections open. Skips the test where that is not possible. */
    public void stop() throws Exception {
        if (File.separatorChar != '/') {
            System.out.println("skipped: a process cannot be stopped on " + System.getProperty("os.name"));
            throw new SkipException("no SIGSTOP on " + System.getProperty("os.name"));
        }
        signal("-STOP");
    }

    /** Undoes {@link #stop}. */
    public void resume() throws Exception {
        signal("-CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        assertTrue(kill.waitFor(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS), "kill hangs");
        assertEquals(kill.exitValue(), 0, "kill " + name);
    }

    /** Ends the server, even if it is stopped. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.delete(errors);
    }
}
