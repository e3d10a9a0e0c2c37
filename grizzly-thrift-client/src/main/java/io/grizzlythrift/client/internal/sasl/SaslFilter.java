package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.internal.frame.FrameFilter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.utils.Exceptions;

/**
 * Authenticates connections, and then takes the frames of what they receive apart. It stands between TLS, if any, and the frame
 * filter. What is sent does not pass through it: {@code WriteQueue} makes frames by the {@link #layerOf layer} of the
 * connection.
 */
public final class SaslFilter extends BaseFilter {
    private static final Attribute<SaslNegotiation> NEGOTIATION =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(SaslFilter.class.getName() + ".negotiation");
    private static final Attribute<Authenticated> AUTHENTICATED =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(SaslFilter.class.getName() + ".authenticated");

    /** Both directions of a connection whose negotiation is complete. */
    private record Authenticated(SaslLayer layer, SaslFrameReader reader) {}

    /** Notified of the end of a negotiation, exactly once. */
    public interface Listener {
        /** The connection may be used. Runs on its selector thread. */
        void authenticated();

        /** The negotiation has failed. Runs on any thread. */
        void failed(IOException why);
    }

    private final SaslAuthenticator authenticator;
    private final FrameFilter frames;

    /** @param frames the next filter, which accounts for the memory of connections */
    public SaslFilter(SaslAuthenticator authenticator, FrameFilter frames) {
        this.authenticator = authenticator;
        this.frames = frames;
    }

    /** {@return what knows the credentials} */
    public SaslAuthenticator authenticator() {
        return authenticator;
    }

    /** {@return how frames of a connection are made; null if it does not use SASL} */
    public static SaslLayer layerOf(Connection<?> connection) {
        Authenticated authenticated = AUTHENTICATED.get(connection);
        return authenticated == null ? null : authenticated.layer();
    }

    /**
     * Begins a negotiation. Must be called once per connection, before anything is read from it.
     *
     * @param host the name in the principal of the server, unless another one is configured
     * @param server identifies the server that may refuse the credentials
     * @param onSelector runs a task on the selector thread of the connection
     */
    public void begin(
            Connection<?> connection, String host, String server, Consumer<Runnable> onSelector, Listener listener) {
        SaslNegotiation negotiation =
                new SaslNegotiation(authenticator, host, server, new Negotiating(connection, onSelector, listener));
        NEGOTIATION.set(connection, negotiation);
        if (connection.isOpen()) {
            negotiation.begin();
        } else { // perhaps closed before the attribute was set
            negotiation.closed();
        }
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        Buffer plain = read(context.getConnection(), context.getMessage());
        if (plain == null) {
            return context.getStopAction();
        }
        context.setMessage(plain);
        return context.getInvokeAction();
    }

    /**
     * Handles what was read, on the thread that has read it. Terminates the connection if it cannot continue.
     *
     * @return what the frame filter is to read; null if there is nothing
     */
    public Buffer read(Connection<?> connection, Buffer bytes) {
        Authenticated authenticated = AUTHENTICATED.get(connection);
        if (authenticated == null) {
            NEGOTIATION.get(connection).read(bytes);
            if (bytes.hasRemaining()) { // a server that speaks first would not be understood
                connection.terminateWithReason(new IOException("SASL: the server sent more than the negotiation"));
            }
            bytes.tryDispose();
            return null;
        }
        try {
            return authenticated.reader().read(bytes, connection.getMemoryManager(), frames.memoryOf(connection));
        } catch (IOException e) {
            connection.terminateWithReason(e);
            return null;
        }
    }

    @Override
    public NextAction handleClose(FilterChainContext context) {
        Connection<?> connection = context.getConnection();
        SaslLayer layer = layerOf(connection);
        if (layer != null) {
            layer.dispose();
        }
        SaslNegotiation negotiation = NEGOTIATION.get(connection);
        if (negotiation != null) {
            negotiation.closed();
        }
        return context.getInvokeAction();
    }

    /** What a negotiation does to its connection. */
    private final class Negotiating implements SaslNegotiation.Peer {
        private final Connection<?> connection;
        private final Consumer<Runnable> onSelector;
        private final Listener listener;

        Negotiating(Connection<?> connection, Consumer<Runnable> onSelector, Listener listener) {
            this.connection = connection;
            this.onSelector = onSelector;
            this.listener = listener;
        }

        /** {@inheritDoc} On the selector: Grizzly keeps caches in thread-locals of the threads that use it. */
        @Override
        public void send(ByteBuffer messages) {
            onSelector.accept(() ->
                    connection.write(Buffers.wrap(connection.getMemoryManager(), messages), new Sent<>(connection)));
        }

        @Override
        public void authenticated(SaslLayer layer) {
            onSelector.accept(() -> {
                AUTHENTICATED.set(
                        connection, new Authenticated(layer, new SaslFrameReader(layer, frames.maxFrameBytes())));
                NEGOTIATION.remove(connection);
                if (!connection.isOpen()) { // perhaps closed before the attribute was set
                    layer.dispose();
                }
                listener.authenticated();
            });
        }

        @Override
        public void failed(IOException why) {
            listener.failed(why);
        }
    }

    private static final class Sent<R> extends EmptyCompletionHandler<R> {
        private final Connection<?> connection;

        Sent(Connection<?> connection) {
            this.connection = connection;
        }

        @Override
        public void failed(Throwable cause) {
            connection.terminateWithReason(Exceptions.makeIOException(cause));
        }
    }
}
