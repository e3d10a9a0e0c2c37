package io.grizzlythrift.samples.fleet;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A {@link FleetServer} in a separate process, on a free port of the loopback address. */
final class ServerProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 20;

    private final Process process;
    private final int port;
    private volatile String fate = "served to the end";

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server and waits until it listens. */
    static ServerProcess start(int storePort, int zooKeeperPort) throws IOException {
        Map<String, String> environment = new HashMap<>(Map.of(
                Settings.LISTEN, "127.0.0.1:0",
                Settings.STORE, "127.0.0.1:" + storePort,
                Settings.ZOOKEEPER, "127.0.0.1:" + zooKeeperPort,
                Settings.DRAIN_DELAY, "PT1S",
                Settings.SHUTDOWN_GRACE, "PT10S",
                Settings.END_WITH_PARENT, "true"));
        Process process = Processes.java(FleetServer.class, List.of(), environment)
                .redirectError(Redirect.INHERIT)
                .start();
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IOException("a server did not start");
        }
        return new ServerProcess(process, Integer.parseInt(line));
    }

    /** {@return the endpoint of this server, as the client reports it} */
    String endpoint() {
        return "127.0.0.1:" + port;
    }

    /** {@return whether this server was killed or drained, and when} */
    String fate() {
        return fate;
    }

    /** Kills the server, as if its machine failed. */
    void kill(String when) {
        fate = "killed " + when;
        process.destroyForcibly();
    }

    /** Asks the server to drain and stop, as a rolling update does. */
    void drain(String when) {
        fate = "drained " + when;
        process.destroy();
    }

    /** Stops the server and waits until its process ends. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
