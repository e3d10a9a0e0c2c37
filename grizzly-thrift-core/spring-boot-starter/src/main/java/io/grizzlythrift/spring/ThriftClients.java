package io.grizzlythrift.spring;

import io.grizzlythrift.client.ThriftClient;
import java.util.Map;

/** The clients of the application, a bean. For stubs with options, and for endpoints and counters. Thread-safe. */
public interface ThriftClients {
    /**
     * Returns a client, and creates it if this is its first use.
     *
     * @param name the name, as in {@code grizzly.thrift.client.NAME.address}
     * @return the client; the context closes it
     * @throws IllegalStateException if the context is closed, or the properties do not describe such a client
     */
    ThriftClient client(String name);

    /** {@return the clients that were created, by name} */
    Map<String, ThriftClient> created();
}
