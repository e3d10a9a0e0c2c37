package io.grizzlythrift.compat;

import io.grizzlythrift.server.ThriftServer;
import java.nio.channels.ServerSocketChannel;

/** Creates the server that runs in place of one of libthrift's. */
@FunctionalInterface
interface ServerMode {
    /**
     * Creates a server without starting a thread.
     *
     * @throws IllegalArgumentException if an option is out of bounds or not supported; the message names it
     * @throws IllegalStateException if the server transport is closed
     */
    Made create(CommonOptions options);

    /**
     * What was created.
     *
     * @param server not started
     * @param events calls the event handler
     * @param socket listens; the server closes it when it stops
     */
    record Made(ThriftServer server, ServerEvents events, ServerSocketChannel socket) {}
}
