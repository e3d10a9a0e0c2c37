package io.grizzlythrift.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.layered.TFastFramedTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the listening channel and the maximum frame size from libthrift's server transport and transport factories. */
final class FramedServerSocket {
    private static final Logger LOG = LoggerFactory.getLogger(TGrizzlyServer.class);

    private final TNonblockingServerSocket socket;

    /**
     * Throws IllegalArgumentException if the transport is not libthrift's own socket, because {@code accept()} of
     * another one would not be called.
     */
    FramedServerSocket(TServerTransport transport) {
        if (transport == null || transport.getClass() != TNonblockingServerSocket.class) {
            throw new IllegalArgumentException("the server transport is " + SharedProtocol.nameOf(transport)
                    + ", must be a " + TNonblockingServerSocket.class.getName()
                    + ": TGrizzlyServer accepts connections itself and never calls accept()");
        }
        socket = (TNonblockingServerSocket) transport;
    }

    /** {@return the port of the socket} */
    int port() {
        return socket.getPort();
    }

    /**
     * Returns the listening channel. Registers the socket with a selector to find it, because there is no getter.
     *
     * @throws IllegalStateException if the socket is closed
     */
    ServerSocketChannel channel() {
        try (Selector selector = Selector.open()) {
            socket.registerSelector(selector);
            Optional<SelectionKey> key = selector.keys().stream().findAny();
            return (ServerSocketChannel)
                    key.orElseThrow(() -> new IllegalStateException("the server transport is closed"))
                            .channel();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the maximum frame size of the factories, or that of the socket if they have none.
     *
     * @throws IllegalArgumentException if a factory creates transports that are not framed
     */
    int maxFrameBytes(TTransportFactory input, TTransportFactory output) {
        requireFramed("inputTransportFactory", input);
        requireFramed("outputTransportFactory", output);
        TConfiguration configuration =
                TConfiguration.custom().setMaxFrameSize(maxFrameBytes()).build();
        try {
            TMemoryInputTransport probe = new TMemoryInputTransport(configuration);
            input.getTransport(probe);
            output.getTransport(probe);
        } catch (TTransportException e) {
            throw new IllegalArgumentException("the transport factories cannot make a transport", e);
        }
        return configuration.getMaxFrameSize();
    }

    private static void requireFramed(String option, TTransportFactory factory) {
        if (!(factory instanceof TFramedTransport.Factory) && !(factory instanceof TFastFramedTransport.Factory)) {
            throw new IllegalArgumentException(option + " is " + SharedProtocol.nameOf(factory) + ", must be a "
                    + TFramedTransport.Factory.class.getName()
                    + ", or a TSaslServerTransport.Factory: this server supports framed messages and SASL only");
        }
    }

    /** Reads a private field: the socket passes the size only to connections that it accepts itself. */
    int maxFrameBytes() {
        try {
            Field field = TNonblockingServerSocket.class.getDeclaredField("maxFrameSize_");
            field.setAccessible(true);
            return field.getInt(socket);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.warn(
                    "maxFrameSize of the server transport cannot be read, using {}; "
                            + "set it with TFramedTransport.Factory(maxLength)",
                    TConfiguration.DEFAULT_MAX_FRAME_SIZE,
                    e);
            return TConfiguration.DEFAULT_MAX_FRAME_SIZE;
        }
    }
}
