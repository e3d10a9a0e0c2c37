package io.grizzlythrift.tls;

import io.grizzlythrift.frame.LogLimiter;
import io.grizzlythrift.selector.EarlyInitialization;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainContext.Operation;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.ssl.SSLConnectionContext;
import org.glassfish.grizzly.ssl.SSLFilter;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Grizzly's SSLFilter for connections that carry frames. It stands directly above the TransportFilter. The handshake is
 * Grizzly's; records are handled here:
 *
 * <ul>
 *   <li>all records of a read go up as one buffer, in time linear in the bytes;
 *   <li>a renegotiation ends the connection, whoever begins it (Grizzly's switch only forbids the own ones), while new
 *       keys of TLS 1.3 are taken without a loss;
 *   <li>a handshake that fails, or a record that is none, terminates the connection at once, after an alert if the
 *       socket takes it; on a server one line is logged, at most once a second.
 * </ul>
 *
 * <p>Records are encrypted and queued under a lock of the connection, so any thread may write; they are written without
 * it, by one thread at a time. The handshake runs on the thread that reads the connection. Nothing limits its time here:
 * who uses the filter does.
 */
public final class TlsFilter extends SSLFilter {
    private static final Logger LOG = LoggerFactory.getLogger(TlsFilter.class);

    /** Set when the handshake is complete. */
    private static final Attribute<TlsConnection> RECORDS =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(TlsFilter.class.getName() + ".records");

    /** Who waits for a handshake that we began. */
    private static final Attribute<CompletionHandler<SSLEngine>> WAITING =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(TlsFilter.class.getName() + ".waiting");

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final ThreadLocal<ByteBuffer> TARGET =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(TlsConnection.TARGET_BYTES));

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final TlsEngineFactory engines;

    private TlsFilter(TlsEngineFactory engines) {
        super(engines, engines, false);
        EarlyInitialization.of(TlsConnection.class);
        this.engines = engines;
        setRenegotiationDisabled(true);
    }

    /**
     * Makes a filter for any number of connections, accepted ones and those that {@link #beginHandshake} is called for.
     *
     * @param config asked for an engine by each connection
     * @return a filter to be put into a chain
     */
    public static TlsFilter of(TlsConfig config) {
        return new TlsFilter(new TlsEngineFactory(Objects.requireNonNull(config, "config")));
    }

    /**
     * Begins the client's side of a handshake. Called once for a connection, on the thread that reads it.
     *
     * @param connection just connected
     * @param host what the server's certificate must be made out to, and the name for SNI
     * @param port with the host, tells which session to resume
     * @param handler told once how it ended, on the thread that reads the connection or closes it; after a failure the
     *     connection is terminated
     */
    public void beginHandshake(Connection<?> connection, String host, int port, CompletionHandler<SSLEngine> handler) {
        WAITING.set(connection, Objects.requireNonNull(handler, "handler"));
        FilterChainContext context = createContext(connection, Operation.WRITE);
        try {
            SSLEngine engine = engines.createClientEngine(host, port);
            SSLUtils.setSSLEngine(connection, engine);
            notifyHandshakeStart(connection);
            engine.beginHandshake();
            doHandshakeStep(SSLUtils.getSslConnectionContext(connection), context, null);
        } catch (IOException | RuntimeException e) {
            endBadHandshake(context, e);
        }
    }

    /**
     * Tells the peer that nothing more is sent, if that can be said at once. To be called before an orderly close; does
     * nothing on a connection without TLS.
     *
     * @param connection any
     */
    public static void closeNotify(Connection<?> connection) {
        TlsConnection records = RECORDS.get(connection);
        if (records != null
                && connection.isOpen()
                && connection.getProcessor() instanceof FilterChain chain
                && chain.indexOfType(TlsFilter.class) >= 0) {
            TlsFilter filter = (TlsFilter) chain.get(chain.indexOfType(TlsFilter.class));
            FilterChainContext context = filter.createContext(connection, Operation.WRITE);
            synchronized (records) {
                records.engine().closeOutbound();
                queueLast(records);
            }
            flushLast(context, records);
        }
    }

    /** Reads stay with the TransportFilter: Grizzly's own wrapper would read two records at a time at most. */
    @Override
    public void onAdded(FilterChain chain) {}

    @Override
    public NextAction handleRead(FilterChainContext context) {
        TlsConnection records = RECORDS.get(context.getConnection());
        try {
            return records == null ? super.handleRead(context) : decrypt(context, records);
        } catch (IOException | RuntimeException e) {
            if (RECORDS.get(context.getConnection()) == null) {
                endBadHandshake(context, e);
            } else {
                endBadConnection(context, e);
            }
            return context.getStopAction();
        }
    }

    /** Called by the handshake for what came behind it. */
    @Override
    protected NextAction unwrapAll(FilterChainContext context, SSLConnectionContext ignored) throws SSLException {
        return decrypt(context, RECORDS.get(context.getConnection()));
    }

    private static NextAction decrypt(FilterChainContext context, TlsConnection records) throws SSLException {
        Connection<?> connection = context.getConnection();
        Buffer read = context.getMessage();
        ByteBuffer plain = records.decrypt(read.toByteBuffer(), () -> answer(context, records));
        read.tryDispose();
        if (records.isEnded()) {
            if (!plain.hasRemaining()) {
                endAfterPeer(connection);
                return context.getStopAction();
            }
            context.addCompletionListener(done -> endAfterPeer(connection));
        } else if (!plain.hasRemaining()) {
            return context.getStopAction();
        }
        context.setMessage(Buffers.wrap(connection.getMemoryManager(), plain));
        return context.getInvokeAction();
    }

    /** The peer sends nothing more. As there are no half-closed connections, that is the end of this one. */
    private static void endAfterPeer(Connection<?> connection) {
        closeNotify(connection);
        connection.terminateWithReason(new EOFException("the peer closed the connection"));
    }

    @Override
    public NextAction handleWrite(FilterChainContext context) throws IOException {
        TlsConnection records = RECORDS.get(context.getConnection());
        if (records == null) {
            throw new IOException("TLS: the handshake is not complete");
        }
        Buffer message = context.getMessage();
        ByteBuffer plain = message.toByteBuffer();
        FilterChainContext.TransportContext transport = context.getTransportContext();
        synchronized (records) { // records must leave in the order in which they were encrypted
            ByteBuffer target = TARGET.get();
            do {
                records.encrypt(plain, target.clear());
                records.leave(encrypted(target.flip(), plain.hasRemaining() ? null : transport));
            } while (plain.hasRemaining());
        }
        message.tryDispose();
        flush(context, records);
        return context.getStopAction();
    }

    /** Who waits for the write is told when its last piece is written. */
    @SuppressWarnings("unchecked") // Grizzly hands the handler back without its type
    private static TlsConnection.Encrypted encrypted(
            ByteBuffer target, FilterChainContext.TransportContext lastPieceOf) {
        byte[] bytes = new byte[target.remaining()];
        target.get(bytes);
        return lastPieceOf == null
                ? new TlsConnection.Encrypted(bytes, null, false)
                : new TlsConnection.Encrypted(bytes, lastPieceOf.getCompletionHandler(), lastPieceOf.isBlocking());
    }

    /** Without a lock held. What is written may be another thread's, which has left it to this one. */
    private static void flush(FilterChainContext context, TlsConnection records) {
        try {
            records.flush(next -> context.write(
                    null, Buffers.wrap(context.getMemoryManager(), next.bytes()), next.handler(), next.blocking()));
        } catch (RuntimeException | Error e) { // without this record the peer can read no other
            context.getConnection().terminateWithReason(new IOException("TLS: a record could not be written", e));
            throw e;
        }
    }

    /** New keys of TLS 1.3: the peer wants to hear of ours. */
    private static void answer(FilterChainContext context, TlsConnection records) throws SSLException {
        synchronized (records) {
            if (records.engine().getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                ByteBuffer target = TARGET.get().clear();
                if (records.engine().wrap(NOTHING, target).bytesProduced() == 0) {
                    throw new SSLException("the engine has nothing to say");
                }
                records.leave(encrypted(target.flip(), null));
            }
        }
        flush(context, records);
    }

    @Override
    public NextAction handleClose(FilterChainContext context) throws IOException {
        Connection<?> connection = context.getConnection();
        if (WAITING.isSet(connection)) {
            Throwable cause = connection.getCloseReason().getCause();
            notifyHandshakeFailed(connection, cause == null ? new EOFException() : cause);
        }
        return super.handleClose(context);
    }

    @Override
    protected void notifyHandshakeComplete(Connection<?> connection, SSLEngine engine) {
        RECORDS.set(connection, new TlsConnection(engine));
        super.notifyHandshakeComplete(connection, engine);
        CompletionHandler<SSLEngine> handler = WAITING.remove(connection);
        if (handler != null) {
            handler.completed(engine);
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the method of Grizzly's
    protected void notifyHandshakeFailed(Connection connection, Throwable failure) {
        IOException told = TlsExceptions.handshakeFailed(failure);
        super.notifyHandshakeFailed(connection, told);
        CompletionHandler<SSLEngine> handler = WAITING.remove(connection);
        if (handler != null) {
            handler.failed(told);
        }
    }

    /** Grizzly has told of an IOException already, and of nothing else. */
    private void endBadHandshake(FilterChainContext context, Exception failure) {
        if (failure instanceof RuntimeException) {
            notifyHandshakeFailed(context.getConnection(), failure);
        }
        end(context, TlsExceptions.handshakeFailed(failure));
    }

    private void endBadConnection(FilterChainContext context, Exception failure) {
        end(context, TlsExceptions.connectionFailed(failure));
    }

    private void end(FilterChainContext context, IOException reason) {
        Connection<?> connection = context.getConnection();
        SSLEngine engine = SSLUtils.getSSLEngine(connection);
        if (engine != null && !engine.getUseClientMode()) {
            failureLog.log(suppressed -> LOG.warn(
                    "closed {}: {}{}",
                    connection.getPeerAddress(),
                    reason.getMessage(),
                    LogLimiter.suffix(suppressed)));
        }
        if (engine != null) {
            sayLast(context, engine);
        }
        connection.terminateWithReason(reason);
    }

    /** Sends the alert that the engine has ready, if any. It is not waited for. */
    private static void sayLast(FilterChainContext context, SSLEngine engine) {
        TlsConnection established = RECORDS.get(context.getConnection());
        TlsConnection records = established == null ? new TlsConnection(engine) : established;
        synchronized (records) {
            queueLast(records);
        }
        flushLast(context, records);
    }

    private static void flushLast(FilterChainContext context, TlsConnection records) {
        try {
            flush(context, records);
        } catch (RuntimeException e) {
            LOG.debug("no alert could be sent", e);
        }
    }

    /** Queues the alert that the engine has ready, if any. With the lock of the records held. */
    private static void queueLast(TlsConnection records) {
        try {
            SSLEngine engine = records.engine();
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                ByteBuffer target = TARGET.get().clear();
                engine.wrap(NOTHING, target);
                if (target.flip().hasRemaining()) {
                    records.leave(encrypted(target, null));
                }
            }
        } catch (SSLException | RuntimeException e) {
            LOG.debug("no alert could be sent", e);
        }
    }
}
