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
import java.util.Optional;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * What a server listens on: an address that is yet to be bound, or a socket that somebody else has bound.
 *
 * @param address the address asked for, or that of the socket
 * @param adopted the socket; connections that wait in its backlog are served
 */
record ListenSocket(InetSocketAddress address, Optional<ServerSocketChannel> adopted) {
    private static final SocketAddress NO_ADDRESS = null;

    static ListenSocket on(InetSocketAddress address) {
        return new ListenSocket(address, Optional.empty());
    }

    static ListenSocket adopted(ServerSocketChannel bound) {
        return new ListenSocket((InetSocketAddress) bound.socket().getLocalSocketAddress(), Optional.of(bound));
    }

    /** Makes a transport listen once it is started. */
    TCPNIOServerConnection bind(TCPNIOTransport transport, int backlog) throws IOException {
        return adopted.isPresent() ? adopt(transport, adopted.get()) : transport.bind(address, backlog);
    }

    /** Grizzly binds a channel of its provider, unless it is told to bind it to nothing. */
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

    /** Has a bound socket where others open a new one. */
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
