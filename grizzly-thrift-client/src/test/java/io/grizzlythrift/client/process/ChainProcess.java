package io.grizzlythrift.client.process;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that runs {@link ChainMain}. For one thread. */
final class ChainProcess implements AutoCloseable {
    private final Process process;
    private final Path errors;
    private final BufferedReader out;
    private final PrintStream in;
    private final int port;

    /** Returns when the server listens, or when the client is about to call. */
    ChainProcess(String role, int nextPort) throws Exception {
        errors = Files.createTempFile("chain-" + role, ".log");
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChainMain.class.getName(),
                        role,
                        Integer.toString(nextPort))
                .redirectError(errors.toFile())
                .start();
        out = process.inputReader();
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        port = Integer.parseInt(readLine());
    }

    private String readLine() throws Exception {
        String line = CallerThread.start(out::readLine).get(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            String log = Files.readString(errors);
            close();
            throw new IllegalStateException("the process has ended: " + log);
        }
        return line;
    }

    int port() {
        return port;
    }

    /** Releases a call that is held there. */
    void release(String key) {
        in.println("release " + key);
    }

    /** Returns one of the counters that {@link ChainMain} prints. */
    long count(String counter) throws Exception {
        in.println("state");
        Map<String, Long> counters = new HashMap<>();
        for (String pair : readLine().split(" ", -1)) {
            String[] parts = pair.split("=", -1);
            counters.put(parts[0], Long.valueOf(parts[1]));
        }
        return counters.get(counter);
    }

    /** Stops and continues the process as a whole. */
    void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        assertTrue(kill.waitFor(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS), "kill hangs");
        assertEquals(kill.exitValue(), 0, "kill " + name);
    }

    /** Kills the process, even if it is stopped. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.deleteIfExists(errors);
    }
}
