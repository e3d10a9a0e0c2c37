package io.grizzlythrift.connection;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.reply.ReplyQueue;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Whether one connection is read. Reading pauses while the connection has as many calls in flight, or as many bytes
 * waiting to be written, as it may, or holds too much of the server's memory, and goes on when half of that is gone.
 * What is not read waits at the peer, whose writes will stop.
 */
public final class ReadThrottle {
    private final Connection<?> connection;
    private final ReplyQueue line;
    private final ServerLimits limits;
    private final LimitReporter events;
    private final AtomicBoolean paused = new AtomicBoolean();

    /** Whether Grizzly's write queue has {@link #whenQueueIsShort}. */
    private final AtomicBoolean waitsForQueue = new AtomicBoolean();

    /** Whether it is the memory for which reading is paused. */
    private volatile boolean forMemory;

    private volatile boolean stopped;

    /** Called when less than {@code maxAsyncWriteQueueSize} of the connection waits. */
    final WriteHandler whenQueueIsShort = new WriteHandler() {
        @Override
        public void onWritePossible() {
            waitsForQueue.set(false);
            if (!stopped && lineHasRoom() && line.memory().mayResume() && paused.compareAndSet(true, false)) {
                resume();
                if (stopped) { // meanwhile, and perhaps before reading was switched on
                    stop();
                }
            }
        }

        @Override
        public void onError(Throwable closed) {
            // There is nothing to be read any more.
        }
    };

    ReadThrottle(Connection<?> connection, ReplyQueue line, ServerLimits limits, LimitReporter events) {
        this.connection = connection;
        this.line = line;
        this.limits = limits;
        this.events = events;
    }

    /** Pauses if that is due. To be called by the thread that reads, after each read that brought calls. */
    public void afterRead() {
        if (stopped) {
            switchReading(false);
            return;
        }
        long calls = line.inFlight();
        if (calls >= limits.maxInFlightPerConnection()) {
            pause(
                    LimitType.IN_FLIGHT_PER_CONNECTION,
                    calls + " calls are in flight, maxInFlightPerConnection is " + limits.maxInFlightPerConnection());
            return;
        }
        long unsent = line.unsentBytes();
        if (unsent >= limits.unsentBytesToPause()) {
            pause(
                    LimitType.UNSENT_BYTES_TO_PAUSE,
                    unsent + " bytes of replies wait, unsentBytesToPause is " + limits.unsentBytesToPause());
            return;
        }
        if (!line.memory().mayReadOn()) {
            pauseForMemory(line.memory().describe());
        }
    }

    /** To be called by the thread that reads. */
    void pauseForMemory(String reason) {
        pause(LimitType.BUFFERED_BYTES_TO_PAUSE, reason);
    }

    private void pause(LimitType limit, String reason) {
        if (paused.compareAndSet(false, true)) {
            forMemory = limit == LimitType.BUFFERED_BYTES_TO_PAUSE;
            events.reached(limit, 1, () -> "reading from " + connection.getPeerAddress() + " pauses: " + reason);
            switchReading(false);
            afterProgress(); // which may have been made before the pause was known
        }
    }

    /**
     * ReplyRuns were handed to the socket or its write queue, or it is time to look again: what others hold counts too.
     * Any thread.
     */
    void afterProgress() {
        if (paused.get() && !stopped && lineHasRoom()) {
            forMemory = !line.memory().mayResume();
            if (!forMemory && waitsForQueue.compareAndSet(false, true)) {
                awaitShortQueue();
            }
        }
    }

    private void awaitShortQueue() {
        boolean waits = false;
        try {
            ((NIOConnection) connection).getAsyncWriteQueue().notifyWritePossible(whenQueueIsShort);
            waits = true;
        } finally {
            if (!waits) { // no memory to note it: the next progress or check tries again
                waitsForQueue.set(false);
            }
        }
    }

    /** Each time the line gets more room, {@link #afterProgress} is called. */
    private boolean lineHasRoom() {
        return line.inFlight() <= limits.maxInFlightPerConnection() / 2
                && line.queuedBytes() <= limits.unsentBytesToPause() / 2;
    }

    /** Whether the connection is not read at present. */
    boolean isPaused() {
        return paused.get();
    }

    /** Whether it is not read for want of memory, and would be otherwise. */
    boolean isPausedForMemory() {
        return forMemory && paused.get() && !stopped;
    }

    /** Pauses for good. */
    void stop() {
        stopped = true;
        paused.set(true);
        switchReading(false);
    }

    /** If that fails for want of memory, reading counts as paused still, and the next progress or check tries again. */
    private void resume() {
        boolean resumed = false;
        try {
            switchReading(true);
            resumed = true;
        } finally {
            if (!resumed) {
                paused.set(true);
            }
        }
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
