package io.grizzlythrift.server;

import io.grizzlythrift.strategy.ProcessingStrategy;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** Builds a {@link ThriftListener}. Each option checks its bounds. Not thread-safe. */
public final class ThriftListenerBuilder extends ListenerOptions<ThriftListenerBuilder> {
    private final TCPNIOTransport transport;

    ThriftListenerBuilder(TCPNIOTransport transport) {
        this.transport = transport;
    }

    @Override
    protected ThriftListenerBuilder self() {
        return this;
    }

    /**
     * Adds a listening connection that the application has bound to the transport. Its connections from now on are those of
     * Thrift: the listener sets the processor of the listening connection, and closes it when it stops, or if its start fails.
     * Repeatable.
     *
     * @param bound returned by {@code transport.bind}
     * @return this
     * @throws IllegalArgumentException if it belongs to another transport
     */
    public ThriftListenerBuilder listen(TCPNIOServerConnection bound) {
        ListenSocket socket = ListenSocket.of(bound);
        if (bound.getTransport() != transport) {
            throw new IllegalArgumentException(
                    "listen is " + bound + ", must be bound to the transport of the listener");
        }
        sockets.add(socket);
        return this;
    }

    /**
     * Adds filters between the socket and Thrift, such as an {@code SSLFilter} or one that logs. They see the connections of
     * the sockets that are added here. Default: none; replies then go straight to the socket.
     *
     * @param below the lowest first, without a {@code TransportFilter}: the listener adds its own
     * @return this
     * @throws IllegalArgumentException if one is a {@code TransportFilter}
     */
    public ThriftListenerBuilder filters(Filter... below) {
        for (Filter filter : below) {
            if (filter instanceof TransportFilter) {
                throw new IllegalArgumentException("filters has " + filter + ", must have no TransportFilter");
            }
            filters.add(filter);
        }
        return this;
    }

    /**
     * Sets the strategy, which decides which threads run calls. The selector threads of the transport read. Default: {@link
     * io.grizzlythrift.strategy.WorkerThreadStrategy#create()}. With {@code same-thread}, handlers run on the selector threads,
     * which meanwhile serve nothing else of the transport, either.
     *
     * @param processingStrategy one that does not {@linkplain ProcessingStrategy#requiresOwnTransport() require a transport of
     *     its own}
     * @return this
     * @throws IllegalArgumentException if it does, as {@code leader-follower} and {@code adaptive}
     */
    @Override
    public ThriftListenerBuilder strategy(ProcessingStrategy processingStrategy) {
        if (processingStrategy.requiresOwnTransport()) {
            throw new IllegalArgumentException("strategy is " + processingStrategy
                    + ", which replaces the selector threads of its transport: use ThriftServer, or a strategy that"
                    + " leaves them to the transport, such as worker-thread, virtual-thread or same-thread");
        }
        return super.strategy(processingStrategy);
    }

    /**
     * Creates the listener without opening a socket or starting a thread. Without an address, it serves what chains with its
     * {@link ThriftListener#filters()} pass on.
     *
     * @return a listener that is not started
     * @throws IllegalStateException if there is no processor, or the listener would announce an address to which clients
     *     cannot connect, such as {@code 0.0.0.0}, a mechanism of SASL needs TLS, or jsonCalls or the
     *     console lacks what it needs
     */
    public ThriftListener build() {
        checkAnnounced();
        checkSasl();
        checkJsonCalls(dialects);
        ThriftServerConfig config =
                new ThriftServerConfig(this, toServiceConfig(), transport.getSelectorRunnersCount());
        return new ThriftListener(config, transport);
    }
}
