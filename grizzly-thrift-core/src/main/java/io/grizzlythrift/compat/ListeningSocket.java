package io.grizzlythrift.compat;

import io.grizzlythrift.server.ListenerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import javax.net.ssl.SSLServerSocket;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TServerTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes over the socket of a TServerSocket. */
final class ListeningSocket {
    private static final Logger LOG = LoggerFactory.getLogger(TGrizzlyServer.class);

    private final TServerSocket transport;
    private final ServerSocket socket;

    /**
     * Checks the transport without changing it.
     *
     * @throws IllegalArgumentException if it accepts connections in a way of its own, such as with TLS
     * @throws IllegalStateException if it is closed
     */
    ListeningSocket(TServerTransport serverTransport) {
        if (!(serverTransport instanceof TServerSocket plain) || overridesAccept(serverTransport.getClass())) {
            throw new IllegalArgumentException("the server transport is " + SharedProtocol.nameOf(serverTransport)
                    + ", must be a " + TServerSocket.class.getName()
                    + " with its own accept(): the server accepts connections itself and never calls accept()");
        }
        transport = plain;
        socket = plain.getServerSocket();
        if (socket == null || socket.isClosed()) {
            throw new IllegalStateException("the server transport is closed");
        }
        if (socket instanceof SSLServerSocket) {
            throw new IllegalArgumentException("the server transport has a TLS socket, whose keys cannot be read:"
                    + " use a plain TServerSocket and configure(options -> options.tls(...))");
        }
        if (socket.getChannel() == null && socket.getClass() != ServerSocket.class) {
            throw new IllegalArgumentException("the server transport has " + SharedProtocol.nameOf(socket)
                    + ", must be a " + ServerSocket.class.getName()
                    + ": the server accepts connections itself and never calls accept()");
        }
        if (!socket.isBound()) {
            throw new IllegalStateException("the server transport is not bound");
        }
    }

    private static boolean overridesAccept(Class<?> type) {
        try {
            return type.getMethod("accept").getDeclaringClass() != TServerSocket.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(type + " has no accept()", e);
        }
    }

    int port() {
        return socket.getLocalPort();
    }

    /** {@return how long each read may take in milliseconds, 0 for as long as it needs} */
    int clientTimeoutMillis() {
        return intField("clientTimeout_", 0);
    }

    /** {@return the largest message in bytes} */
    int maxMessageBytes() {
        int bytes = intField("maxMessageSize_", 0);
        return bytes > 0 ? bytes : TConfiguration.DEFAULT_MAX_MESSAGE_SIZE;
    }

    /** Reads a private field: the transport passes its options only to connections that it accepts itself. */
    private int intField(String name, int otherwise) {
        try {
            Field field = TServerSocket.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.getInt(transport);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.warn("{} of the server transport cannot be read, using its default", name, e);
            return otherwise;
        }
    }

    /**
     * Returns the channel of the socket. A socket without one is replaced: it is closed, and a channel is bound to its
     * address. Connections that wait in its backlog are then reset, so call this as soon as nothing else can fail.
     *
     * @throws UncheckedIOException if the address cannot be bound again
     */
    ServerSocketChannel takeOver() {
        if (socket.getChannel() != null) {
            return socket.getChannel();
        }
        SocketAddress address = socket.getLocalSocketAddress();
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.setOption(StandardSocketOptions.SO_RCVBUF, socket.getReceiveBufferSize());
                socket.close();
                return channel.bind(address, ListenerOptions.DEFAULT_BACKLOG);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot take over the socket of the server transport, " + address, e);
        }
    }
}
