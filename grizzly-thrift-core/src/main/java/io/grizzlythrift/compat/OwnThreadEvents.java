package io.grizzlythrift.compat;

import io.grizzlythrift.internal.connection.ConnectionTransport;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.time.Duration;
import java.util.Objects;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of a server with {@link ConnectionThreads}: each connection has its processor, transports and protocols made,
 * its context created, its calls run and its context deleted on its own thread.
 */
final class OwnThreadEvents extends ServerEvents {
    private static final Logger LOG = LoggerFactory.getLogger(TGrizzlyServer.class);

    private final ServerMode.Options options;

    /** Set before the server accepts the first connection. */
    private volatile @Nullable ConnectionThreads threads;

    OwnThreadEvents(ServerMode.Options options) {
        this.options = options;
    }

    /** Sets the threads of connections. */
    void runOn(ConnectionThreads started) {
        threads = started;
    }

    @Override
    public TProcessor getProcessor(TTransport transport) {
        ConnectionTransport connection = (ConnectionTransport) transport;
        ServedConnection served = new ServedConnection(connection, handler());
        if (!Objects.requireNonNull(threads, "threads").serve(connection, served)) {
            connection.terminate();
        }
        return served;
    }

    /** {@inheritDoc} A thread that runs a handler for longer deletes its context later. */
    @Override
    void serverStopped(Duration patience) {
        ConnectionThreads started = threads;
        if (started != null) {
            try {
                started.awaitTermination(patience);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Everything that a connection has of the user's, confined to its thread. */
    private final class ServedConnection implements TProcessor, ConnectionThread.Owner {
        private final ConnectionTransport connection;
        private final @Nullable TServerEventHandler handler;
        private @Nullable TTransport input;
        private @Nullable TTransport output;
        private @Nullable TProcessor processor;
        private @Nullable ConnectionEvents events;

        ServedConnection(ConnectionTransport connection, @Nullable TServerEventHandler handler) {
            this.connection = connection;
            this.handler = handler;
        }

        @Override
        public void opened() {
            try {
                open();
            } catch (Throwable t) {
                failures()
                        .log(suppressed -> LOG.error(
                                "closed {}: it could not be set up{}",
                                connection.getRemoteSocketAddress(),
                                LogLimiter.suffix(suppressed),
                                t));
                processor = null;
                connection.terminate();
            }
        }

        private void open() throws TTransportException {
            ConnectionSocket socket = new ConnectionSocket(connection);
            processor = options.processorFactory().getProcessor(socket);
            input = options.inputTransportFactory().getTransport(socket);
            output = options.outputTransportFactory().getTransport(socket);
            if (handler != null) {
                events = ConnectionEvents.create(
                        handler,
                        options.inputProtocolFactory().getProtocol(input),
                        options.outputProtocolFactory().getProtocol(output),
                        connection.getRemoteSocketAddress(),
                        failures());
            }
        }

        @Override
        public void process(TProtocol in, TProtocol out) throws TException {
            if (processor == null || input == null || output == null) {
                throw new TTransportException(TTransportException.NOT_OPEN, "the connection could not be set up");
            }
            if (events != null) {
                events.beforeCall();
            }
            processor.process(new ConnectionProtocol(in, input), new ConnectionProtocol(out, output));
        }

        @Override
        public void closed() {
            if (events != null) {
                events.deleteContext();
            }
            close(input);
            close(output);
        }

        private void close(@Nullable TTransport transport) {
            if (transport != null) {
                try {
                    transport.close();
                } catch (RuntimeException e) {
                    failures()
                            .log(suppressed -> LOG.error(
                                    "a transport of the program could not be closed{}",
                                    LogLimiter.suffix(suppressed),
                                    e));
                }
            }
        }
    }

    /** The protocol of one call, whose transport is the one that the user's factory has made for the connection. */
    private static final class ConnectionProtocol extends TProtocolDecorator {
        private final TTransport transport;

        ConnectionProtocol(TProtocol call, TTransport transport) {
            super(call);
            this.transport = transport;
        }

        @Override
        public TTransport getTransport() {
            return transport;
        }
    }
}
