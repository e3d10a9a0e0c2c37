package io.grizzlythrift.tls;

import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.tls.RecordEncryptor.EncryptedRecords;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainContext.Operation;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.ssl.SSLConnectionContext;
import org.glassfish.grizzly.ssl.SSLFilter;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds TLS to connections that carry frames. Place it directly above the TransportFilter. The handshake is that of
 * Grizzly's SSLFilter. Records are handled here, with these differences:
 *
 * <ul>
 *   <li>All records of a read are passed on as one buffer, in time linear in the number of bytes.
 *   <li>A renegotiation by either side closes the connection (Grizzly can only refuse to start one). Key updates of TLS
 *       1.3 are processed.
 *   <li>A failed handshake or an invalid record terminates the connection at once, after an alert if the socket accepts
 *       it. A server logs this, at most one line per second.
 * </ul>
 *
 * <p>Any thread may write. The handshake runs on the thread that reads the connection. This filter does not limit the
 * duration of a handshake; its users do.
 */
public final class TlsFilter extends SSLFilter {
    private static final Logger LOG = LoggerFactory.getLogger(TlsFilter.class);

    /** Both directions of a connection whose handshake is complete. */
    private record Records(RecordDecryptor decryptor, RecordEncryptor encryptor) {}

    /** A guess from the first bytes of a peer, and whether more bytes cannot change it. */
    private record Seen(Optional<FormatGuess> guess, boolean isFinal) {}

    /** Set when the handshake is complete. */
    private static final Attribute<Records> RECORDS =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(TlsFilter.class.getName() + ".records");

    /** Notified of the result of a client's handshake, then removed. */
    private static final Attribute<CompletionHandler<SSLEngine>> HANDSHAKE_HANDLER =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(TlsFilter.class.getName() + ".handshakeHandler");

    /** Set by the first read, and updated by later ones until it is final. */
    private static final Attribute<Seen> SEEN =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(TlsFilter.class.getName() + ".seen");

    /** The fatal alert unexpected_message, which the JDK does not send to a peer without TLS. */
    private static final byte[] UNEXPECTED_MESSAGE = {21, 3, 1, 0, 2, 2, 10};

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final TlsEngineFactory engines;
    private final Predicate<Connection<?>> endOfInput;

    private TlsFilter(TlsEngineFactory engines, Predicate<Connection<?>> endOfInput) {
        super(engines, engines, false);
        this.endOfInput = endOfInput;
        EarlyInitialization.of(RecordDecryptor.class, RecordEncryptor.class);
        this.engines = engines;
        // facts.md#the-tls-filter-is-incomplete
        setRenegotiationDisabled(true);
    }

    /**
     * Creates a filter for any number of connections: accepted connections, and those for which {@link #beginHandshake}
     * is called.
     *
     * @param config the options, and the certificates for each new connection
     * @return a filter to be added to a chain
     */
    public static TlsFilter of(TlsConfig config) {
        return of(config, connection -> false);
    }

    /**
     * Creates a filter for any number of connections that may stay open after their peers have closed their side.
     *
     * @param config the options, and the certificates for each new connection
     * @param endOfInput called when the peer of a connection sends no more, by the thread that reads it; returns whether
     *     the connection stays open because replies are owed. Otherwise it is closed
     * @return a filter to be added to a chain
     */
    public static TlsFilter of(TlsConfig config, Predicate<Connection<?>> endOfInput) {
        return new TlsFilter(
                new TlsEngineFactory(Objects.requireNonNull(config, "config")),
                Objects.requireNonNull(endOfInput, "endOfInput"));
    }

    /**
     * Begins the client's side of a handshake. Must be called once per connection, on the thread that reads it.
     *
     * @param connection a new connection
     * @param host the name for which the server's certificate must have been issued; also sent as SNI
     * @param port identifies, together with the host, the session to resume
     * @param handler notified of the result exactly once, on the thread that reads the connection or closes it; after a
     *     failure the connection is terminated
     */
    public void beginHandshake(Connection<?> connection, String host, int port, CompletionHandler<SSLEngine> handler) {
        HANDSHAKE_HANDLER.set(connection, Objects.requireNonNull(handler, "handler"));
        FilterChainContext context = createContext(connection, Operation.WRITE);
        try {
            SSLEngine engine = engines.createClientEngine(host, port);
            SSLUtils.setSSLEngine(connection, engine);
            notifyHandshakeStart(connection);
            engine.beginHandshake();
            doHandshakeStep(SSLUtils.getSslConnectionContext(connection), context, null);
        } catch (IOException | RuntimeException e) {
            failHandshake(context, e);
        }
    }

    /**
     * Notifies the peer that this side sends no more data, if the socket accepts the notice at once. Call this before
     * an orderly close. Does nothing on a connection without TLS.
     *
     * @param connection any connection
     */
    public static void closeNotify(Connection<?> connection) {
        Records records = RECORDS.get(connection);
        if (records != null
                && connection.isOpen()
                && connection.getProcessor() instanceof FilterChain chain
                && chain.indexOfType(TlsFilter.class) >= 0) {
            records.encryptor().closeOutbound();
            flushAlert(contextOf(connection), records.encryptor());
        }
    }

    /**
     * Calls a consumer with the number of bytes that are kept for a record that has not arrived completely, whenever it may have
     * changed: at most 18 KiB, which no filter above sees. Call this once the handshake is complete, on the thread that reads.
     * Does nothing on a connection without this filter.
     *
     * @param connection any connection
     * @param bytes called by the thread that reads; gets 0 once the record is complete
     */
    public static void trackIncompleteRecord(Connection<?> connection, IntConsumer bytes) {
        Records records = RECORDS.get(connection);
        if (records != null) {
            records.decryptor().onPartialRecord(bytes);
        }
    }

    /** Writes the rest of some records through Grizzly. */
    static void writeRest(Connection<?> connection, ByteBuffer rest, EncryptedRecords records) {
        write(contextOf(connection), rest, records);
    }

    private static FilterChainContext contextOf(Connection<?> connection) {
        FilterChain chain = (FilterChain) connection.getProcessor();
        TlsFilter filter = (TlsFilter) chain.get(chain.indexOfType(TlsFilter.class));
        return filter.createContext(connection, Operation.WRITE);
    }

    /**
     * Leaves reading to the TransportFilter: the reader that Grizzly's filter would install here reads at most two
     * records at a time.
     */
    @Override
    public void onAdded(FilterChain chain) {}

    @Override
    public NextAction handleRead(FilterChainContext context) {
        Records records = RECORDS.get(context.getConnection());
        try {
            if (records == null) {
                look(context);
                if (seen(context.getConnection()).isPresent()) {
                    failPlain(context);
                    return context.getStopAction();
                }
                return super.handleRead(context);
            }
            return decrypt(context, records);
        } catch (IOException | RuntimeException e) {
            if (RECORDS.get(context.getConnection()) == null) {
                failHandshake(context, e);
            } else {
                terminate(context, TlsExceptions.connectionFailed(e));
            }
            return context.getStopAction();
        }
    }

    /**
     * Guesses the format that the peer sends, for the error message of a failed handshake. Does not consume the bytes.
     */
    private static void look(FilterChainContext context) {
        Seen before = SEEN.get(context.getConnection());
        if (before != null && before.isFinal()) {
            return;
        }
        Buffer read = context.getMessage(); // includes earlier reads while no record is complete
        byte[] first = new byte[Math.min(FormatGuess.FIRST_BYTES, read.remaining())];
        for (int i = 0; i < first.length; i++) {
            first[i] = read.get(read.position() + i);
        }
        Optional<FormatGuess> guess = FormatGuess.ofFirstBytes(first);
        SEEN.set(
                context.getConnection(), new Seen(guess, guess.isPresent() || first.length == FormatGuess.FIRST_BYTES));
    }

    /** {@return the format that the peer seems to have sent instead of TLS} */
    private static Optional<FormatGuess> seen(Connection<?> connection) {
        Seen seen = SEEN.get(connection);
        return seen == null ? Optional.empty() : seen.guess().filter(guess -> guess != FormatGuess.TLS);
    }

    private static IOException handshakeFailed(Connection<?> connection, Throwable failure) {
        return TlsExceptions.handshakeFailed(failure, seen(connection));
    }

    /** Called by Grizzly for the bytes that arrived together with the end of the handshake. */
    @Override
    protected NextAction unwrapAll(FilterChainContext context, SSLConnectionContext ignored) throws SSLException {
        return decrypt(context, RECORDS.get(context.getConnection()));
    }

    private NextAction decrypt(FilterChainContext context, Records records) throws SSLException {
        Connection<?> connection = context.getConnection();
        RecordDecryptor decryptor = records.decryptor();
        Buffer read = context.getMessage();
        ByteBuffer plain =
                decryptor.decrypt(read.toByteBuffer(), () -> sendEngineMessage(context, records.encryptor()));
        read.tryDispose();
        if (decryptor.isClosedByPeer()) {
            if (!plain.hasRemaining()) {
                closeAfterPeer(connection);
                return context.getStopAction();
            }
            context.addCompletionListener(done -> closeAfterPeer(connection));
        } else if (!plain.hasRemaining()) {
            return context.getStopAction();
        }
        context.setMessage(Buffers.wrap(connection.getMemoryManager(), plain));
        return context.getInvokeAction();
    }

    /** Closes a connection after its peer has closed its side, unless replies are owed. */
    private void closeAfterPeer(Connection<?> connection) {
        if (!endOfInput.test(connection)) {
            closeNotify(connection);
            connection.terminateWithReason(new EOFException("the peer closed the connection"));
        }
    }

    @Override
    @SuppressWarnings("unchecked") // Grizzly returns the handler without its type
    public NextAction handleWrite(FilterChainContext context) throws IOException {
        Records records = RECORDS.get(context.getConnection());
        if (records == null) {
            throw new IOException("TLS: the handshake is not complete");
        }
        Buffer message = context.getMessage();
        FilterChainContext.TransportContext transport = context.getTransportContext();
        records.encryptor().encrypt(message.toByteBuffer(), transport.getCompletionHandler(), transport.isBlocking());
        message.tryDispose();
        flush(context, records.encryptor());
        return context.getStopAction();
    }

    /** Writes queued records, possibly also those of other threads. No lock is held. */
    private static void flush(FilterChainContext context, RecordEncryptor encryptor) {
        try {
            encryptor.flush(next -> {
                write(context, ByteBuffer.wrap(next.bytes()), next);
                return true;
            });
        } catch (RuntimeException | Error e) { // without this record, the peer cannot decrypt any later one
            context.getConnection().terminateWithReason(new IOException("TLS: a record could not be written", e));
            throw e;
        }
    }

    private static void write(FilterChainContext context, ByteBuffer rest, EncryptedRecords records) {
        context.write(null, Buffers.wrap(context.getMemoryManager(), rest), records.handler(), records.blocking());
    }

    /**
     * Encrypts data, and writes the records straight to the socket. What the socket does not take at once goes through
     * Grizzly, which keeps caches in thread-locals of the threads that use it.
     *
     * @param connection its handshake is complete
     * @param plain consumed completely
     * @param handler notified once everything is written, with null as the result if Grizzly took no part
     * @param throughGrizzly runs a task that writes through Grizzly, here or on the selector thread of the connection
     * @throws IOException if the records cannot be written; the connection must then be closed
     */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly
    public static void write(
            NIOConnection connection,
            ByteBuffer plain,
            CompletionHandler<WriteResult> handler,
            Consumer<Runnable> throughGrizzly)
            throws IOException {
        Records records = RECORDS.get(connection);
        if (records == null) {
            throw new IOException("TLS: the connection is not open");
        }
        records.encryptor().encrypt(plain, handler, false);
        try {
            records.encryptor().flush(new SocketRecordWriter(connection, records.encryptor(), throughGrizzly));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Sends our own key update, which the peer requested with a key update of TLS 1.3. */
    private static void sendEngineMessage(FilterChainContext context, RecordEncryptor encryptor) throws SSLException {
        encryptor.encryptEngineMessage();
        flush(context, encryptor);
    }

    @Override
    public NextAction handleClose(FilterChainContext context) throws IOException {
        Connection<?> connection = context.getConnection();
        if (HANDSHAKE_HANDLER.isSet(connection)) {
            Throwable cause = connection.getCloseReason().getCause();
            notifyHandshakeFailed(connection, cause == null ? new EOFException() : cause);
        }
        return super.handleClose(context);
    }

    @Override
    protected void notifyHandshakeComplete(Connection<?> connection, SSLEngine engine) {
        RECORDS.set(connection, new Records(new RecordDecryptor(engine), new RecordEncryptor(engine)));
        super.notifyHandshakeComplete(connection, engine);
        CompletionHandler<SSLEngine> handler = HANDSHAKE_HANDLER.remove(connection);
        if (handler != null) {
            handler.completed(engine);
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the overridden method
    protected void notifyHandshakeFailed(Connection connection, Throwable failure) {
        IOException exception = handshakeFailed(connection, failure);
        super.notifyHandshakeFailed(connection, exception);
        CompletionHandler<SSLEngine> handler = HANDSHAKE_HANDLER.remove(connection);
        if (handler != null) {
            handler.failed(exception);
        }
    }

    /**
     * Closes a connection whose first bytes are not TLS. The JDK detects only some of them: it takes others, such as a
     * compact message without a frame, for the beginning of a record, and would wait for its end.
     */
    private void failPlain(FilterChainContext context) {
        SSLException cause = new SSLException("no record of TLS");
        notifyHandshakeFailed(context.getConnection(), cause);
        terminate(context, handshakeFailed(context.getConnection(), cause));
    }

    /** Grizzly has already called {@link #notifyHandshakeFailed} for an IOException, but not for other exceptions. */
    private void failHandshake(FilterChainContext context, Exception failure) {
        if (failure instanceof RuntimeException) {
            notifyHandshakeFailed(context.getConnection(), failure);
        }
        terminate(context, handshakeFailed(context.getConnection(), failure));
    }

    private void terminate(FilterChainContext context, IOException reason) {
        Connection<?> connection = context.getConnection();
        SSLEngine engine = SSLUtils.getSSLEngine(connection);
        boolean isServer = engine == null || !engine.getUseClientMode(); // a client creates its engine first
        if (isServer) {
            failureLog.log(suppressed -> LOG.warn(
                    "closed {}: {}{}",
                    connection.getPeerAddress(),
                    reason.getMessage(),
                    LogLimiter.suffix(suppressed)));
        }
        Records records = RECORDS.get(connection);
        if (records == null && isServer && seen(connection).isPresent()) {
            sendUnexpectedMessage(context);
        } else if (engine != null) {
            RecordEncryptor encryptor = records == null ? new RecordEncryptor(engine) : records.encryptor();
            encryptor.encryptAlert();
            flushAlert(context, encryptor);
        }
        connection.terminateWithReason(reason);
    }

    /** Sends an alert from which a peer without TLS can see that this port expects TLS. */
    private static void sendUnexpectedMessage(FilterChainContext context) {
        try {
            context.write(Buffers.wrap(context.getMemoryManager(), UNEXPECTED_MESSAGE.clone()));
        } catch (RuntimeException e) {
            LOG.debug("cannot send an alert", e);
        }
    }

    /** Writes a queued alert without waiting. The connection is about to close, so a failure is only logged. */
    private static void flushAlert(FilterChainContext context, RecordEncryptor encryptor) {
        try {
            flush(context, encryptor);
        } catch (RuntimeException e) {
            LOG.debug("cannot send an alert", e);
        }
    }
}
