package io.grizzlythrift.bench.server;

/** A server of the comparison. It is started once, and serves until it is closed. */
public interface BenchServer extends AutoCloseable {
    /**
     * Binds and starts to serve.
     *
     * @return the port it listens on
     * @throws Exception if it cannot be started
     */
    int start() throws Exception;

    /** {@return the id of the process that serves} Call it after the start only. */
    default long pid() {
        return ProcessHandle.current().pid();
    }

    /** Stops the server and closes its connections. */
    @Override
    void close();
}
