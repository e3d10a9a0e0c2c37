package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.server.ThriftServer;

/** Does something with each server that has started, such as binding meters. */
@FunctionalInterface
public interface ServerBinding {
    /** {@return undoes it, once the server has stopped} */
    AutoCloseable bind(ThriftServer server);
}
