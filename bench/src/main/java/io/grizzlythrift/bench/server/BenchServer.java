package io.grizzlythrift.bench.server;

/** One server of the comparison: started once, then serves until it is closed. */
public interface BenchServer extends AutoCloseable {
    /**
     * Binds and begins to serve.
     *
     * @return the port it listens on
     * @throws Exception if it cannot be started
     */
    int start() throws Exception;

    /** {@return the process that serves} Once it has started. */
    default long pid() {
        return ProcessHandle.current().pid();
    }

    /** Ends it; connections are cut. */
    @Override
    void close();
}
