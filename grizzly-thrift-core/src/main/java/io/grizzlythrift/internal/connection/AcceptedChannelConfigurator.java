package io.grizzlythrift.internal.connection;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.nio.ChannelConfigurator;
import org.glassfish.grizzly.nio.NIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the socket options of accepted connections as Grizzly does, but on the channel. Grizzly asks the channel for its
 * {@link java.net.Socket}, which then stays with the channel: 96 bytes for each connection. Listening sockets are left to
 * Grizzly. Stateless.
 */
public final class AcceptedChannelConfigurator implements ChannelConfigurator {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedChannelConfigurator.class);

    /** Makes a configurator for a {@link TCPNIOTransport}. */
    public AcceptedChannelConfigurator() {}

    @Override
    public void preConfigure(NIOTransport transport, SelectableChannel channel) throws IOException {
        if (channel instanceof SocketChannel socket) {
            socket.configureBlocking(false);
            set(socket, StandardSocketOptions.SO_REUSEADDR, transport.isReuseAddress());
        } else {
            TCPNIOTransport.DEFAULT_CHANNEL_CONFIGURATOR.preConfigure(transport, channel);
        }
    }

    @Override
    public void postConfigure(NIOTransport transport, SelectableChannel channel) throws IOException {
        if (channel instanceof SocketChannel socket) {
            TCPNIOTransport tcp = (TCPNIOTransport) transport;
            set(socket, StandardSocketOptions.SO_KEEPALIVE, tcp.isKeepAlive());
            set(socket, StandardSocketOptions.TCP_NODELAY, tcp.isTcpNoDelay());
        } else {
            TCPNIOTransport.DEFAULT_CHANNEL_CONFIGURATOR.postConfigure(transport, channel);
        }
    }

    private static <T> void set(SocketChannel channel, SocketOption<T> option, T value) {
        try {
            // facts.md#options-of-a-socket-create-a-socket
            channel.setOption(option, value);
        } catch (
                IOException
                        e) { // some systems refuse options if the peer has already gone, which the next read reports
            LOG.debug("{} of {} is not set", option, channel, e);
        }
    }
}
