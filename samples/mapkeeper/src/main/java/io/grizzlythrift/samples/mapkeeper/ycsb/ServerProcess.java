package io.grizzlythrift.samples.mapkeeper.ycsb;

import io.grizzlythrift.samples.mapkeeper.MapKeeperHandler;
import io.grizzlythrift.samples.mapkeeper.MapKeeperServer;
import io.grizzlythrift.server.ThriftServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A MapKeeper server in a separate process. The process prints its port, and serves until its standard input ends: when
 * this object is closed, or when the parent process ends.
 */
final class ServerProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 20;

    private final Process process;
    private final int port;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a server without maps, and waits until it listens.
     *
     * @param strategy the name of its strategy
     * @throws IOException if it does not start
     */
    static ServerProcess start(String strategy) throws IOException {
        Process process = JavaProcess.of(ServerProcess.class, List.of(strategy))
                .redirectError(Redirect.INHERIT)
                .start();
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IOException("the server did not start");
        }
        return new ServerProcess(process, Integer.parseInt(line));
    }

    /** The main method of the server's process. */
    public static void main(String[] args) throws IOException {
        Logger.getLogger("").setLevel(Level.WARNING);
        try (ThriftServer server =
                MapKeeperServer.create(0, MapKeeperServer.strategy(args[0]), new MapKeeperHandler())) {
            server.start();
            System.out.println(server.port());
            System.in.readAllBytes();
        }
    }

    /** {@return the server's port on 127.0.0.1} */
    int port() {
        return port;
    }

    /**
     * Stops the server.
     *
     * @throws IOException if it does not stop, or ended with an error
     */
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
