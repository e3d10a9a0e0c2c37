package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.io.Connector;
import io.grizzlythrift.client.io.TimerThread;
import io.grizzlythrift.frame.LogLimiter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one server. One attempt to connect is made at a time; after one that failed, none for a pause that
 * grows with each failure. While no connection is open, attempts go on by themselves.
 *
 * <p>A connection that is lost before a reply came over it counts as a failed attempt, so a server that accepts and
 * closes is not hammered.
 */
final class Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private final ClientContext context;
    private final Connector connector;
    private final Runnable onChange;
    private final String host;
    private final int port;

    private final PipeliningHint pipelining;
    private final LogLimiter downLog = new LogLimiter(System::nanoTime);
    private final List<PooledConnection> open = new ArrayList<>();
    private PooledConnection connecting;
    private boolean closed;

    /** Whether it was logged that no connection is left. */
    private boolean down;

    private long backoffUntil;
    private final TimerThread.Timer backoffTimer;
    private int failures;

    /** Connections that were open and are not replaced yet. */
    private int missing;

    private String lastFailure = "";

    /** @param onChange runs after {@link #open()} or {@link #canGrow()} changed, without a lock held */
    Endpoint(ClientContext context, Connector connector, Runnable onChange, String host, int port) {
        this.context = context;
        this.connector = connector;
        this.onChange = onChange;
        this.host = host;
        this.port = port;
        pipelining = new PipeliningHint(context.config().name(), name());
        backoffTimer = context.threads().timers().timer(this::endBackoff);
    }

    /** Host and port. */
    String name() {
        return host + ":" + port;
    }

    /** What is noticed of how the server takes pipelined calls. */
    PipeliningHint pipelining() {
        return pipelining;
    }

    /** The connections that are open. */
    synchronized List<PooledConnection> open() {
        return List.copyOf(open);
    }

    /** Whether another connection may be opened now. */
    synchronized boolean canGrow() {
        return !closed
                && connecting == null
                && open.size() < context.config().connectionsPerEndpoint()
                && context.now() >= backoffUntil;
    }

    /**
     * The connection that is being opened; one is begun if that is allowed. Otherwise the open one with the fewest
     * calls; none during a pause without any.
     */
    Optional<PooledConnection> connect() {
        PooledConnection begun;
        synchronized (this) {
            if (connecting != null) {
                return Optional.of(connecting);
            }
            if (!canGrow()) {
                return open.stream().min(Comparator.comparingInt(PooledConnection::load));
            }
            begun = new PooledConnection(context, this);
            connecting = begun;
        }
        try {
            onChange.run();
            context.completion().counters().countConnectAttempt();
            connector.connect(begun, host, port);
        } catch (Throwable t) { // else nothing would ever be connected again
            begun.connectFailed(t);
        }
        return Optional.of(begun);
    }

    /** A connection is open. Returns false if that is too late. */
    boolean opened(PooledConnection connection) {
        synchronized (this) {
            if (closed || connecting != connection) {
                return false;
            }
            open.add(connection);
            connecting = null;
            context.completion().counters().countOpened(missing > 0);
            missing = Math.max(0, missing - 1);
            down = false;
        }
        onChange.run();
        return true;
    }

    /**
     * A connection ended, or could not be opened. Called once for each, and again if it throws.
     *
     * @param logged the reason without anything that the peer wrote
     */
    void lost(PooledConnection connection, String reason, String logged) {
        boolean again;
        synchronized (this) {
            boolean wasOpen = open.remove(connection);
            if (wasOpen) {
                missing++;
                context.completion().counters().countClosed();
            } else if (connecting == connection) {
                connecting = null;
            }
            lastFailure = reason;
            if (open.isEmpty() && !down && !closed) {
                down = true;
                downLog.log(suppressed -> LOG.warn(
                        "client '{}': no connection to {}: {}{}",
                        context.config().name(),
                        name(),
                        logged,
                        LogLimiter.suffix(suppressed)));
            }
            if (connection.isProven()) {
                failures = 0;
                again = open.isEmpty();
            } else {
                again = false;
                pause();
            }
        }
        onChange.run();
        if (again) {
            connect();
        }
    }

    private void pause() {
        if (closed) {
            return;
        }
        backoffUntil = context.now()
                + backoffNanos(failures, ThreadLocalRandom.current().nextDouble());
        failures++;
        backoffTimer.set(backoffUntil);
    }

    /** The pause after so many failures in a row: doubled with each, then shortened by up to a half at random. */
    long backoffNanos(int failuresBefore, double random) {
        long first = context.config().initialReconnectBackoff().toNanos();
        long largest = context.config().maxReconnectBackoff().toNanos();
        int doublings = Math.min(failuresBefore, Long.SIZE - 1);
        long pause = first > largest >> doublings ? largest : first << doublings;
        return pause - (long) (pause * random / 2);
    }

    private void endBackoff() {
        boolean again;
        synchronized (this) {
            again = open.isEmpty() && connecting == null;
        }
        onChange.run();
        if (again) {
            connect();
        }
    }

    /** Why there is no connection, and when there may be one. */
    synchronized String unavailableReason() {
        long millis = Math.max(0, backoffUntil - context.now()) / 1_000_000;
        return lastFailure + "; the next attempt is in " + millis + " ms";
    }

    synchronized long backoffUntil() {
        return backoffUntil;
    }

    /** No connection is opened from now on. Returns all there are. */
    synchronized List<PooledConnection> close() {
        closed = true;
        List<PooledConnection> all = new ArrayList<>(open);
        if (connecting != null) {
            all.add(connecting);
        }
        return all;
    }
}
