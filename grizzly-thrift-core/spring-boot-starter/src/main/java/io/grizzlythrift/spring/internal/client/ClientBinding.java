package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.ThriftClient;

/** Does something with each client that is created, such as binding meters. */
@FunctionalInterface
public interface ClientBinding {
    /** {@return undoes it, once the client is closed} */
    AutoCloseable bind(ThriftClient client);
}
