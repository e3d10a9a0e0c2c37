package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.ExponentialBackoff;
import java.time.Duration;

/**
 * Remembers when the server of an endpoint last asked to close a connection, or announced that it drains. For a while, it
 * gets no further connections if there is another server. If a connection that was opened afterwards is asked again, this
 * takes twice as long, up to the longest backoff of an ejected server. Thread-safe: the lock of this object guards changes.
 */
final class ServerDrain {
    private final ClientContext context;
    private final ExponentialBackoff backoff;
    private volatile long begunAt;
    private volatile long endsAt;
    private int repetitions;

    /** Creates the record of a server that has not asked yet. */
    ServerDrain(ClientContext context) {
        this.context = context;
        ThriftClientConfig config = context.config();
        Duration initial = config.initialReconnectBackoff();
        Duration longest = config.outlierDetection().maxBackoff();
        backoff = new ExponentialBackoff(initial, longest.compareTo(initial) < 0 ? initial : longest);
        begunAt = context.now();
        endsAt = begunAt;
    }

    /** Records that the server asks to close a connection. */
    synchronized void closeRequested() {
        if (!isRecent()) {
            begin(0);
        }
    }

    /**
     * Records that the server announces that it drains, or rejects a call because it does. Returns false if that was known.
     */
    synchronized boolean announced() {
        if (isRecent()) {
            return false;
        }
        boolean again = context.now() - endsAt < backoff.longest().toNanos();
        repetitions = again ? repetitions + 1 : 0;
        begin(repetitions);
        return true;
    }

    private void begin(int before) {
        begunAt = context.now();
        endsAt = begunAt + backoff.nanos(before, 0);
    }

    /** {@return whether the server asked recently: for the first time, less than the initial backoff ago} */
    boolean isRecent() {
        return context.now() - endsAt < 0;
    }

    /**
     * Returns whether a connection that began at this time is kept although its server drains: the server says so on each of
     * its connections, and otherwise each call would need a new one.
     */
    boolean keeps(long connectionBegunAt) {
        return isRecent() && connectionBegunAt - begunAt > 0;
    }
}
