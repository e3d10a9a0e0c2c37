package io.grizzlythrift.spring;

import io.grizzlythrift.server.ThriftServer;
import java.util.Map;

/**
 * The servers of the application, a bean. A server is a new object after each start of the context, so do not keep it.
 * Thread-safe.
 */
public interface ThriftServers {
    /** {@return the servers that run, by name; empty before the start and after the stop} */
    Map<String, ThriftServer> running();

    /**
     * Returns a server that runs.
     *
     * @param name {@link ThriftService#DEFAULT_SERVER}, or the name of another server
     * @return the server
     * @throws IllegalStateException if it does not run
     */
    ThriftServer server(String name);
}
