package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.AcceptedChannelConfigurator;
import io.grizzlythrift.internal.connection.ConnectionAttributes;
import io.grizzlythrift.internal.connection.ConnectionLimiter;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.ReadBufferPool;
import java.io.IOException;
import org.glassfish.grizzly.asyncqueue.AsyncQueueWriter;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A transport for one server alone, whose strategy provides its threads. Each run makes a new one. */
final class OwnTransport implements ListenerTransport {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final ThriftServerConfig config;
    private @Nullable TCPNIOTransport transport;

    OwnTransport(ThriftServerConfig config) {
        this.config = config;
    }

    @Override
    public void prepare(ListenerRun run) {
        TCPNIOTransport made = make(run);
        transport = made;
        run.threads().install(made);
        if (config.isPlain()) {
            PlainReadStrategy.install(made, run.frames(), run.filter(), run.sasl());
        }
        run.limiter().install(made);
    }

    private TCPNIOTransport make(ListenerRun run) {
        TCPNIOTransport made = TCPNIOTransportBuilder.newInstance()
                .setName(config.name())
                .setAttributeBuilder(
                        ConnectionAttributes.builder(FrameFilter.class.getName(), ThriftServerFilter.class.getName()))
                .setProcessor(run.chain())
                .setOptimizedForMultiplexing(false)
                .setServerConnectionBackLog(config.backlog())
                .build();
        made.setTcpNoDelay(true);
        made.setChannelConfigurator(new AcceptedChannelConfigurator());
        // Each connection sets its own limit. Otherwise Grizzly asks each socket for the size of its buffer first.
        made.getAsyncQueueIO().getWriter().setMaxPendingBytesPerConnection(AsyncQueueWriter.UNLIMITED_SIZE);
        if (config.isPlain()) { // TLS reads into its own buffers
            made.setMemoryManager(new ReadBufferPool());
        }
        return made;
    }

    private TCPNIOTransport made() {
        TCPNIOTransport made = transport;
        if (made == null) {
            throw new IllegalStateException("the transport is not prepared");
        }
        return made;
    }

    @Override
    public TCPNIOServerConnection bind(ListenSocket socket, int backlog) throws IOException {
        return socket.bind(made(), backlog);
    }

    @Override
    public void start(ConnectionLimiter limiter) throws IOException {
        made().start();
        limiter.requireListening();
    }

    @Override
    public void stop(ListenerRun run) {
        TCPNIOTransport made = transport;
        transport = null;
        if (made != null) {
            try {
                made.shutdownNow();
            } catch (IOException e) {
                LOG.warn("server '{}' could not stop its transport", config.name(), e);
            }
        }
    }
}
