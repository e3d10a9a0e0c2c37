package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.MessageStream;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.NegotiationStatus;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import java.util.function.Function;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates connections by SASL. Place it directly below the frame filter, above TLS. Replies do not pass through it:
 * {@link SaslConnection#writer()} wraps them before they go to the socket or down the chain. One filter serves any number of
 * connections; its {@code handle} methods run on the thread that reads.
 */
public final class SaslFilter extends BaseFilter implements AutoCloseable {
    private final SaslNegotiations negotiations;
    private final Function<Connection<?>, @Nullable ServerConnection> connections;
    private final FrameFilter frames;

    /**
     * Creates a filter. Reads keytabs.
     *
     * @param serverName the prefix of the names of its threads
     * @param frames the filter above, which knows the largest message; the largest frame without protection is as large
     * @param connections returns the state of a connection, or null once it is closed
     * @throws IllegalStateException if a keytab cannot be read
     */
    public SaslFilter(
            SaslConfig config,
            String serverName,
            FrameFilter frames,
            CounterRecorder counters,
            LimitReporter limits,
            Function<Connection<?>, @Nullable ServerConnection> connections) {
        EarlyInitialization.of(
                FrameLength.class,
                MessageFrames.class,
                MessageStream.class,
                Negotiation.class,
                NegotiationStatus.class,
                Negotiator.class,
                PartialBytes.class,
                PlainFrames.class,
                SaslConnection.class,
                StartDetector.class,
                TokenReader.class,
                UnprotectedFrames.class,
                WrappedFrames.class);
        negotiations = new SaslNegotiations(config, serverName, counters, limits);
        this.frames = frames;
        this.connections = connections;
    }

    /** {@return the filter of a chain, or null if it has none} */
    public static @Nullable SaslFilter of(FilterChain chain) {
        int index = chain.indexOfType(SaslFilter.class);
        return index < 0 ? null : (SaslFilter) chain.get(index);
    }

    /**
     * Makes the state of a new connection.
     *
     * @param raw writes bytes as they are
     * @param tls whether the chain has TLS below this filter
     */
    public SaslConnection open(NIOConnection connection, ReplyWriter raw, MemoryAccount memory, boolean tls) {
        return new SaslConnection(negotiations, connection, raw, memory, tls, frames);
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        ServerConnection opened = connections.apply(context.getConnection());
        Buffer messages = opened == null ? null : read(opened, context.getMessage());
        if (messages == null) {
            return context.getStopAction();
        }
        context.setMessage(messages);
        return context.getInvokeAction();
    }

    /**
     * Takes a read of a connection, for strategies that read outside of a chain.
     *
     * @return the messages that it brought, or null if there are none
     */
    public @Nullable Buffer read(ServerConnection opened, Buffer bytes) {
        return ((SaslConnection) opened.security()).read(bytes);
    }

    /** {@return whether a connection is not one of SASL, so that its bytes are those of its channel} */
    public boolean isPassed(ServerConnection opened) {
        return ((SaslConnection) opened.security()).isPassed();
    }

    /** Stops the threads that evaluate responses. */
    @Override
    public void close() {
        negotiations.close();
    }
}
