package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.ReplyReader;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one connection ends.
 *
 * <pre>
 *   takes calls --the server asks to close it, or is no longer used--> retiring
 *        |                                                                |
 *        | failure, or the client is closed                               | the last call that has a caller
 *        v                                                                v
 *      ended  ------------------------------------------------------------+
 * </pre>
 *
 * <p>Thread-safe, except for methods that name their thread. The thread that ends the connection also ends everything that it
 * holds: its place at the endpoint, its calls, its queue, its reader and its socket. If a step throws, a timer runs the steps
 * again, so that no call stays on a connection that has ended.
 */
public final class ConnectionEnd {
    /** The maximum number of characters kept of an error that the server reports. */
    private static final int MAX_ERROR_LENGTH = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS);

    private final PooledConnection connection;
    private final ClientContext context;
    private final ConnectedEndpoint endpoint;
    private final ConnectionCalls calls;
    private final ReplyReader reader;
    private final TimerThread.Timer retry;

    /** Whether the connection takes no further calls, and ends with the last one that has a caller. */
    private volatile boolean retiring;

    /** Whether that is because the client no longer uses it. */
    private volatile boolean unused;

    /** The last error that the server reported without naming a call; empty if there was none. */
    private volatile String unassignedError = "";

    /** Null until it has ended. */
    private final AtomicReference<EndReason> reason = new AtomicReference<>();

    // For one thread at a time: the one that ends the connection, then the timer thread.
    private String logged;
    private boolean failed;
    private boolean reportedLost;

    ConnectionEnd(
            PooledConnection connection,
            ClientContext context,
            ConnectedEndpoint endpoint,
            ConnectionCalls calls,
            ReplyReader reader) {
        this.connection = connection;
        this.context = context;
        this.endpoint = endpoint;
        this.calls = calls;
        this.reader = reader;
        retry = context.threads().timers().timer(this::cleanUp);
    }

    /** {@return whether the connection takes no further calls} */
    boolean isRetiring() {
        return retiring;
    }

    /** {@return whether it takes no further calls because the client no longer uses it} */
    public boolean isUnused() {
        return unused;
    }

    /** {@return why it has ended; null before} */
    EndReason reason() {
        return reason.get();
    }

    // ---- with the last call

    /** Stops taking calls. The connection ends with the last one that still has a caller. */
    void retire() {
        retiring = true;
        endpoint.retire(connection);
    }

    /** Does the same, because the client no longer uses the server or this connection to it. */
    public void retireUnused() {
        unused = true;
        retire();
        checkLater();
    }

    /** Stops taking calls if it never had one: its server closes connections, and cannot ask to close this one. */
    public void retireIfNeverCalled() {
        if (connection.reads() == 0 && calls.table().size() == 0) {
            retire();
            checkLater();
        }
    }

    /** The server asks to close the connection: no further calls may be sent on it. */
    public void closeRequested() {
        retire();
        endpoint.closeRequested();
    }

    /**
     * The server, or a proxy, announces that it will close the connection at some time, or rejects calls until then. A
     * draining server may go on serving, or rejecting, for a long time, and says so in each reply. So a connection that began
     * after such a reply is kept for a while.
     */
    void drainRequested() {
        if (!retiring && !endpoint.keepsThroughDrain(connection.begunAt())) {
            retire();
            endpoint.drainAnnounced();
        }
    }

    /** Ends the connection on its selector thread if it takes no further calls and holds none that has a caller. */
    void checkLater() {
        if (retiring) {
            connection.runOnSelector(this::check);
        }
    }

    /**
     * Ends the connection if it takes no further calls, and holds none or only abandoned ones: their replies may never come.
     * Runs on the selector thread, and decides only while that thread is the reader: then no abandoned call leaves the table
     * between reading the number of abandoned calls and comparing it with that of all calls, so the comparison cannot miss a
     * call that has a caller. If callers may read, the check is repeated once the selector thread reads again.
     */
    void check() {
        if (!retiring) {
            return;
        }
        if (!reader.isSelector()) {
            reader.recall();
            return;
        }
        if (calls.table().closeIfHolds(calls.awaitingLateReply())) {
            connection.end(new EndReason(
                    FailureCause.CONNECTION_CLOSED,
                    unused ? "closed because it is no longer used" : "closed as the server asked"));
        }
    }

    // ---- at once

    /** A frame is not a message of the client's protocol. */
    void unreadable(Exception thrown, Optional<FormatGuess> guess) {
        String what = "a frame is not a message of the client's protocol, "
                + MessageProtocol.nameOf(context.config().protocol())
                + guess.map(seen -> "; it looks like " + seen.words()).orElse("") + ": ";
        end(new EndReason(FailureCause.PROTOCOL_ERROR, what + thrown, thrown), what + LogSanitizer.describe(thrown));
    }

    /** The server reports an error without naming a call. Calls that never get a reply fail with this message appended. */
    void unassignedError(String message) {
        String text = message == null ? "" : message;
        unassignedError = text.length() > MAX_ERROR_LENGTH ? text.substring(0, MAX_ERROR_LENGTH) + "…" : text;
    }

    /** {@return the last error that named no call, to append to a message; text from the peer, or empty} */
    String reported() {
        String error = unassignedError;
        return error.isEmpty() ? "" : "; it reported an error without the id of a call: " + error;
    }

    /**
     * Ends the connection and all its calls. Does nothing if it has ended already. Does not throw.
     *
     * @param reasonForLog the reason without any text from the peer
     */
    void end(EndReason why, String reasonForLog) {
        boolean hadCalls = calls.table().hasCalls();
        if (reason.compareAndSet(null, why)) {
            logged = reasonForLog;
            failed = hadCalls || !connection.isOpened();
            cleanUp();
        }
    }

    private void cleanUp() {
        EndReason why = reason.get();
        try {
            if (!reportedLost) {
                endpoint.lost(connection, why.reason(), logged, failed);
                reportedLost = true;
            }
            calls.close(why);
            reader.close();
            TCPNIOConnection socket = connection.socket();
            if (socket != null) {
                terminate(socket, why);
            }
            if (LOG.isDebugEnabled()) {
                Object local = socket == null ? "a connection" : socket.getLocalAddress();
                LOG.debug("client '{}': {} to {} closed: {}", context.config().name(), local, endpoint.name(), logged);
            }
        } catch (Throwable t) {
            retry.set(context.now() + RETRY_NANOS);
        }
    }

    private static void terminate(TCPNIOConnection socket, EndReason why) {
        try {
            TlsFilter.closeNotify(socket);
        } finally {
            socket.terminateWithReason(new IOException(why.reason(), why.thrown()));
        }
    }
}
