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

/**
 * What a server listens on: an address that is yet to be bound, or a socket that somebody else has bound.
 *
 * @param address the address asked for, or that of the socket
 * @param adopted the socket; connections that wait in its backlog are served
 */
record ListenSocket(InetSocketAddress address, Optional<ServerSocketChannel> adopted) {
    private static final SocketAddress NOTHING = null;

    static ListenSocket on(InetSocketAddress address) {
        return new ListenSocket(address, Optional.empty());
    }

    static ListenSocket adopted(ServerSocketChannel bound) {
        Optional<ServerSocketChannel> adopted = Optional.of(Objects.requireNonNull(bound, "bound"));
        if (!bound.socket().isBound()) {
            throw new IllegalArgumentException(bound + " is not bound");
        }
        return new ListenSocket((InetSocketAddress) bound.socket().getLocalSocketAddress(), adopted);
    }

    /** Makes a transport listen once it is started. */
    TCPNIOServerConnection bind(TCPNIOTransport transport, int backlog) throws IOException {
        return adopted.isPresent() ? adopt(transport, adopted.get()) : transport.bind(address, backlog);
    }

    /** Grizzly binds a channel of its provider, unless it is told to bind it to nothing. */
    private static TCPNIOServerConnection adopt(TCPNIOTransport transport, ServerSocketChannel bound)
            throws IOException {
        SelectorProvider provider = transport.getSelectorProvider();
        transport.setSelectorProvider(new ProviderOf(bound, provider));
        try {
            return transport.bind(NOTHING, 0);
        } finally {
            transport.setSelectorProvider(provider);
        }
    }

    /** Has a bound socket where others open a new one. */
    private static final class ProviderOf extends SelectorProvider {
        private final ServerSocketChannel bound;
        private final SelectorProvider behind;

        ProviderOf(ServerSocketChannel bound, SelectorProvider behind) {
            this.bound = bound;
            this.behind = behind;
        }

        @Override
        public ServerSocketChannel openServerSocketChannel() {
            return bound;
        }

        @Override
        public SocketChannel openSocketChannel() throws IOException {
            return behind.openSocketChannel();
        }

        @Override
        public DatagramChannel openDatagramChannel() throws IOException {
            return behind.openDatagramChannel();
        }

        @Override
        public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
            return behind.openDatagramChannel(family);
        }

        @Override
        public Pipe openPipe() throws IOException {
            return behind.openPipe();
        }

        @Override
        public AbstractSelector openSelector() throws IOException {
            return behind.openSelector();
        }
    }
}
