package io.grizzlythrift.compat;

import io.grizzlythrift.server.ThriftServer;
import java.nio.channels.ServerSocketChannel;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TTransportFactory;

/** Creates the server that runs in place of one of libthrift's. */
@FunctionalInterface
interface ServerMode {
    /**
     * Creates a server without starting a thread.
     *
     * @throws IllegalArgumentException if an option is out of bounds or not supported; the message names it
     * @throws IllegalStateException if the server transport is closed
     */
    Made create(Options options);

    /**
     * What was created.
     *
     * @param server not started
     * @param events calls the event handler
     * @param socket listens; the server closes it when it stops
     */
    record Made(ThriftServer server, ServerEvents events, ServerSocketChannel socket) {}

    /** The options that all servers of libthrift have. */
    record Options(
            TServerTransport serverTransport,
            TProcessorFactory processorFactory,
            TTransportFactory inputTransportFactory,
            TTransportFactory outputTransportFactory,
            TProtocolFactory inputProtocolFactory,
            TProtocolFactory outputProtocolFactory) {
        /** {@return these options for messages without transports of the program's own, which SASL of the server replaces} */
        Options withoutTransports() {
            TTransportFactory none = new TTransportFactory();
            return new Options(
                    serverTransport, processorFactory, none, none, inputProtocolFactory, outputProtocolFactory);
        }
    }
}
