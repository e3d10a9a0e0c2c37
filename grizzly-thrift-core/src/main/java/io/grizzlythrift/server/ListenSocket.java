package io.grizzlythrift.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.Optional;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.jspecify.annotations.Nullable;

/**
 * A socket that a server listens on: an address to bind, or what the application has already bound.
 *
 * @param address the requested address, or the local address of what is bound
 * @param adopted the bound channel; connections in its backlog are served
 * @param connection the listening connection of a transport of the application
 */
record ListenSocket(
        InetSocketAddress address, Optional<ServerSocketChannel> adopted, Optional<TCPNIOServerConnection> connection) {
    private static final @Nullable SocketAddress NO_ADDRESS = null;

    static ListenSocket on(InetSocketAddress address) {
        return new ListenSocket(address, Optional.empty(), Optional.empty());
    }

    static ListenSocket adopted(ServerSocketChannel bound) {
        Optional<ServerSocketChannel> adopted = Optional.of(Objects.requireNonNull(bound, "bound"));
        if (!bound.socket().isBound()) {
            throw new IllegalArgumentException(bound + " is not bound");
        }
        return new ListenSocket((InetSocketAddress) bound.socket().getLocalSocketAddress(), adopted, Optional.empty());
    }

    static ListenSocket of(TCPNIOServerConnection bound) {
        return new ListenSocket(
                (InetSocketAddress) bound.getLocalAddress(),
                Optional.empty(),
                Optional.of(Objects.requireNonNull(bound, "bound")));
    }

    /** Binds the socket to a transport. It listens once the transport is started. */
    TCPNIOServerConnection bind(TCPNIOTransport transport, int backlog) throws IOException {
        return adopted.isPresent() ? adopt(transport, adopted.get()) : transport.bind(address, backlog);
    }

    /**
     * Passes the bound channel to Grizzly through a selector provider; a null address keeps Grizzly from binding again.
     */
    private static TCPNIOServerConnection adopt(TCPNIOTransport transport, ServerSocketChannel bound)
            throws IOException {
        SelectorProvider provider = transport.getSelectorProvider();
        transport.setSelectorProvider(new AdoptingProvider(bound, provider));
        try {
            return transport.bind(NO_ADDRESS, 0);
        } finally {
            transport.setSelectorProvider(provider);
        }
    }

    /** Returns an already bound channel from {@link #openServerSocketChannel}. */
    private static final class AdoptingProvider extends SelectorProvider {
        private final ServerSocketChannel bound;
        private final SelectorProvider delegate;

        AdoptingProvider(ServerSocketChannel bound, SelectorProvider delegate) {
            this.bound = bound;
            this.delegate = delegate;
        }

        @Override
        public ServerSocketChannel openServerSocketChannel() {
            return bound;
        }

        @Override
        public SocketChannel openSocketChannel() throws IOException {
            return delegate.openSocketChannel();
        }

        @Override
        public DatagramChannel openDatagramChannel() throws IOException {
            return delegate.openDatagramChannel();
        }

        @Override
        public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
            return delegate.openDatagramChannel(family);
        }

        @Override
        public Pipe openPipe() throws IOException {
            return delegate.openPipe();
        }

        @Override
        public AbstractSelector openSelector() throws IOException {
            return delegate.openSelector();
        }
    }
}
