package io.grizzlythrift.server;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Whether one connection is read. Reading pauses while the connection has as many calls in flight, or as many bytes
 * waiting to be written, as it may, and goes on when half of them are gone. What is not read waits at the peer, whose
 * writes will stop.
 */
final class Intake {
    private final Connection<?> connection;
    private final ReplyLine line;
    private final ServerLimits limits;
    private final LimitEvents events;
    private final AtomicBoolean paused = new AtomicBoolean();

    /** Whether Grizzly's write queue has {@link #whenQueueIsShort}. */
    private final AtomicBoolean waitsForQueue = new AtomicBoolean();

    private volatile boolean stopped;

    /** Called when less than {@code maxAsyncWriteQueueSize} of the connection waits. */
    private final WriteHandler whenQueueIsShort = new WriteHandler() {
        @Override
        public void onWritePossible() {
            waitsForQueue.set(false);
            if (lineHasRoom() && paused.compareAndSet(true, false)) {
                switchReading(true);
            }
        }

        @Override
        public void onError(Throwable closed) {
            // There is nothing to be read any more.
        }
    };

    Intake(Connection<?> connection, ReplyLine line, ServerLimits limits, LimitEvents events) {
        this.connection = connection;
        this.line = line;
        this.limits = limits;
        this.events = events;
    }

    /** Pauses if that is due. To be called by the thread that reads, after each read that brought calls. */
    void afterRead() {
        if (stopped) {
            switchReading(false);
            return;
        }
        long calls = line.inFlight();
        if (calls >= limits.maxInFlightPerConnection()) {
            pause(
                    ServerLimit.IN_FLIGHT_PER_CONNECTION,
                    calls + " calls are in flight, maxInFlightPerConnection is " + limits.maxInFlightPerConnection());
            return;
        }
        long unsent = line.unsentBytes();
        if (unsent >= limits.unsentBytesToPause()) {
            pause(
                    ServerLimit.UNSENT_BYTES_TO_PAUSE,
                    unsent + " bytes of replies wait, unsentBytesToPause is " + limits.unsentBytesToPause());
        }
    }

    private void pause(ServerLimit limit, String reason) {
        if (paused.compareAndSet(false, true)) {
            events.reached(limit, 1, () -> "reading from " + connection.getPeerAddress() + " pauses: " + reason);
            switchReading(false);
            afterProgress(); // which may have been made before the pause was known
        }
    }

    /** Replies were handed to the socket or its write queue. Any thread. */
    void afterProgress() {
        if (paused.get() && !stopped && lineHasRoom() && waitsForQueue.compareAndSet(false, true)) {
            ((NIOConnection) connection).getAsyncWriteQueue().notifyWritePossible(whenQueueIsShort);
        }
    }

    /** Each time the line gets more room, {@link #afterProgress} is called. */
    private boolean lineHasRoom() {
        return line.inFlight() <= limits.maxInFlightPerConnection() / 2
                && line.heldBytes() <= limits.unsentBytesToPause() / 2;
    }

    /** Whether the connection is not read at present. */
    boolean isPaused() {
        return paused.get();
    }

    /** Pauses for good. To be called by the thread that reads. */
    void stop() {
        stopped = true;
        paused.set(true);
        switchReading(false);
    }

    private void switchReading(boolean on) {
        try {
            if (on) {
                connection.enableIOEvent(IOEvent.READ);
            } else {
                connection.disableIOEvent(IOEvent.READ);
            }
        } catch (IOException | RuntimeException e) { // a cancelled key: the connection is closed
            connection.terminateSilently();
        }
    }
}
