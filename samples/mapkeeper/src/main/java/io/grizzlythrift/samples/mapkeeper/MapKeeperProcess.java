package io.grizzlythrift.samples.mapkeeper;

import io.grizzlythrift.server.ThriftServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A MapKeeper in a process of its own. The child tells its port in the first line of its output, and serves until its
 * input ends: when the benchmark closes the pipe, or is no more.
 */
final class MapKeeperProcess implements ServedMapKeeper {
    private static final long STOP_SECONDS = 20;

    private final Process process;
    private final int port;

    private MapKeeperProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static MapKeeperProcess start(Workspace workspace, Duration limit, String strategy) throws IOException {
        Process process = workspace.start(limit, Redirect.INHERIT, MapKeeperProcess.class.getName(), List.of(strategy));
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IOException("the server did not start");
        }
        return new MapKeeperProcess(process, Integer.parseInt(line));
    }

    /** The child. */
    public static void main(String[] args) throws IOException {
        Logger.getLogger("").setLevel(Level.WARNING);
        try (ThriftServer server =
                MapKeeperServer.create(0, MapKeeperServer.strategy(args[0]), new MapKeeperHandler())) {
            server.start();
            System.out.println(server.port());
            System.in.readAllBytes();
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the server did not stop within " + STOP_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException("the server ended with exit code " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the server stopped");
        } finally {
            process.destroyForcibly();
        }
    }
}
