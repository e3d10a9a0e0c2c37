package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.CallDeadlines;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.ReplyReader;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.client.io.TimerThread;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends everything that a connection holds: its place at the endpoint, its calls, its queue, its reader and its socket. If
 * a step throws, a timer runs the steps again, so that no call stays on a connection that has ended.
 *
 * <p>Used by one thread at a time: the one that ends the connection, then the timer thread.
 */
final class ConnectionCleanup {
    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS);

    private final PooledConnection owner;
    private final ClientContext context;
    private final ConnectedEndpoint endpoint;
    private final CallDeadlines deadlines;
    private final InFlightTable calls;
    private final FailedCalls failed;
    private final WriteQueue writeQueue;
    private final ReplyReader reader;
    private final TimerThread.Timer retry;
    private EndReason reason;
    private String logged;
    private boolean withCalls;
    private boolean reportedLost;

    ConnectionCleanup(
            PooledConnection owner,
            ClientContext context,
            ConnectedEndpoint endpoint,
            CallDeadlines deadlines,
            InFlightTable calls,
            FailedCalls failed,
            WriteQueue writeQueue,
            ReplyReader reader) {
        this.owner = owner;
        this.context = context;
        this.endpoint = endpoint;
        this.deadlines = deadlines;
        this.calls = calls;
        this.failed = failed;
        this.writeQueue = writeQueue;
        this.reader = reader;
        retry = context.threads().timers().timer(this::run);
    }

    /**
     * Called once. Does not throw.
     *
     * @param reasonForLog the reason without any text from the peer
     * @param hadCalls whether the connection held calls when it ended
     */
    void begin(EndReason why, String reasonForLog, boolean hadCalls) {
        reason = why;
        logged = reasonForLog;
        withCalls = hadCalls;
        run();
    }

    private void run() {
        try {
            if (!reportedLost) {
                endpoint.lost(owner, reason.reason(), logged, withCalls || owner.connection() == null);
                reportedLost = true;
            }
            deadlines.close();
            calls.forEach(call -> failed.fail(call, reason));
            writeQueue.close();
            reader.close();
            TCPNIOConnection connection = owner.connection();
            if (connection != null) {
                terminate(connection);
            }
            if (LOG.isDebugEnabled()) {
                Object local = connection == null ? "a connection" : connection.getLocalAddress();
                LOG.debug("client '{}': {} to {} closed: {}", context.config().name(), local, endpoint.name(), logged);
            }
        } catch (Throwable t) {
            retry.set(context.now() + RETRY_NANOS);
        }
    }

    private void terminate(TCPNIOConnection connection) {
        try {
            TlsFilter.closeNotify(connection);
        } finally {
            connection.terminateWithReason(new IOException(reason.reason(), reason.thrown()));
        }
    }
}
