package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.WriteHandler;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Pauses reading from one connection. Reading pauses at {@code maxInFlightPerConnection} calls, at
 * {@code writeBufferHighWaterMark} bytes of unsent replies, or when the connection holds too much of the memory budget.
 * It resumes at half of the limit, for memory at a quarter of what is left. Unread bytes fill the TCP window, so the
 * peer's writes block. Calls of methods with their own places do not pause reading: calls of other methods may be behind
 * them, and those places bound them.
 *
 * <p>The thread that reads pauses; any thread resumes. A pause is not missed by a reply that completes at the same
 * time: the reader sets {@code paused} and then calls {@link #afterProgress} itself, while other threads update the
 * reply queue and then read {@code paused}. With volatile accesses on both sides, at least one of them sees the other's
 * change. Only the thread that changes {@code paused} from true to false enables reading.
 */
public final class ReadThrottle {
    private static final VarHandle PAUSED =
            VarHandles.of(MethodHandles.lookup(), ReadThrottle.class, "paused", boolean.class);
    private static final VarHandle AWAITS_SHORT_QUEUE =
            VarHandles.of(MethodHandles.lookup(), ReadThrottle.class, "awaitsShortQueue", boolean.class);

    private final Connection<?> connection;
    private final ReplyQueue replyQueue;
    private final Supplier<CallFlow> flow;
    private final ServerLimits limits;
    private final LimitReporter limitReporter;

    /** Changed by {@link #PAUSED}. */
    private volatile boolean paused;

    /** Whether Grizzly's write queue will call {@link #onShortQueue}. Changed by {@link #AWAITS_SHORT_QUEUE}. */
    @SuppressWarnings("UnusedVariable") // used through its VarHandle
    private volatile boolean awaitsShortQueue;

    /** Whether reading is paused because of memory. */
    private volatile boolean forMemory;

    private volatile boolean stopped;

    /** @param flow returns the flow of the connection; null before a strategy has asked for it */
    ReadThrottle(
            Connection<?> connection,
            ReplyQueue replyQueue,
            Supplier<CallFlow> flow,
            ServerLimits limits,
            LimitReporter limitReporter) {
        this.connection = connection;
        this.replyQueue = replyQueue;
        this.flow = flow;
        this.limits = limits;
        this.limitReporter = limitReporter;
    }

    /** {@return whether {@link #afterRead} would pause} For connections that have never paused, which have no throttle. */
    static boolean isLimitReached(ReplyQueue replyQueue, CallFlow flow, ServerLimits limits) {
        return exceeds(replyQueue, flow, limits.maxInFlightPerConnection() - 1)
                || replyQueue.unsentBytes() >= limits.writeBufferHighWaterMark()
                || !replyQueue.memory().mayKeepReading();
    }

    /** Returns whether more calls count than a limit. Reads the flow, which has a lock, only if it matters. */
    private static boolean exceeds(ReplyQueue replyQueue, CallFlow flow, int limit) {
        long calls = replyQueue.inFlight();
        return calls > limit && (flow == null || calls - flow.placesOfBranches() > limit);
    }

    /** Pauses reading if a limit is reached. Called by the reading thread after each read that completed calls. */
    public void afterRead() {
        if (stopped) {
            switchReading(false);
            return;
        }
        if (exceeds(replyQueue, flow.get(), limits.maxInFlightPerConnection() - 1)) {
            pause(
                    LimitType.MAX_IN_FLIGHT_PER_CONNECTION,
                    replyQueue.inFlight() + " calls are in flight, maxInFlightPerConnection is "
                            + limits.maxInFlightPerConnection());
            return;
        }
        long unsent = replyQueue.unsentBytes();
        if (unsent >= limits.writeBufferHighWaterMark()) {
            pause(
                    LimitType.WRITE_BUFFER_HIGH_WATER_MARK,
                    unsent + " bytes of replies wait, writeBufferHighWaterMark is "
                            + limits.writeBufferHighWaterMark());
            return;
        }
        if (!replyQueue.memory().mayKeepReading()) {
            pauseForMemory(replyQueue.memory().describe());
        }
    }

    /** Pauses reading because of memory. Called by the reading thread. */
    void pauseForMemory(String reason) {
        pause(LimitType.BUFFERED_BYTES_READ_PAUSED, reason);
    }

    private void pause(LimitType limit, String reason) {
        if (PAUSED.compareAndSet(this, false, true)) {
            forMemory = limit == LimitType.BUFFERED_BYTES_READ_PAUSED;
            limitReporter.reached(limit, 1, () -> "reading from " + connection.getPeerAddress() + " pauses: " + reason);
            switchReading(false);
            afterProgress(); // replies may have completed before the pause was visible
        } else {
            // facts.md#workerthreadiostrategy-enables-reading-after-each-read
            switchReading(false);
            if (!paused) { // another thread has resumed it meanwhile
                switchReading(true);
            }
        }
    }

    /**
     * Resumes reading if the connection is below half of its limits. Called by any thread after replies were handed to
     * the socket or its write queue, and by the timeout monitor, because the memory that other connections hold counts
     * too.
     */
    void afterProgress() {
        if (paused && !stopped && replyQueueHasRoom()) {
            forMemory = !replyQueue.memory().mayResumeReading();
            if (!forMemory && AWAITS_SHORT_QUEUE.compareAndSet(this, false, true)) {
                awaitShortQueue();
            }
        }
    }

    private void awaitShortQueue() {
        boolean waits = false;
        try {
            ((NIOConnection) connection).getAsyncWriteQueue().notifyWritePossible(new ShortQueueHandler());
            waits = true;
        } finally {
            if (!waits) { // out of memory: the next call tries again
                awaitsShortQueue = false;
            }
        }
    }

    /** Created when reading pauses, which few connections ever do. */
    private final class ShortQueueHandler implements WriteHandler {
        @Override
        public void onWritePossible() {
            onShortQueue();
        }

        @Override
        public void onError(Throwable closed) {
            // The connection is closed.
        }
    }

    /** Called once Grizzly's write queue is below {@code maxAsyncWriteQueueSize} bytes. */
    void onShortQueue() {
        awaitsShortQueue = false;
        if (!stopped
                && replyQueueHasRoom()
                && replyQueue.memory().mayResumeReading()
                && PAUSED.compareAndSet(this, true, false)) {
            resume();
            if (stopped) { // stop() may have run before reading was enabled
                stop();
            }
        }
    }

    /** Returns whether the reply queue is at or below half of its limits. */
    private boolean replyQueueHasRoom() {
        return !exceeds(replyQueue, flow.get(), limits.maxInFlightPerConnection() / 2)
                && replyQueue.queuedBytes() <= limits.writeBufferHighWaterMark() / 2;
    }

    /** {@return whether reading is paused} */
    boolean isPaused() {
        return paused;
    }

    /** {@return whether reading is paused because of memory alone} */
    boolean isPausedForMemory() {
        return forMemory && paused && !stopped;
    }

    /** {@return whether reading is paused permanently} */
    boolean isStopped() {
        return stopped;
    }

    /** Pauses reading permanently. */
    void stop() {
        stopped = true;
        paused = true;
        switchReading(false);
    }

    /** Enables reading. If that fails because memory ran out, reading stays paused and the next call tries again. */
    private void resume() {
        boolean resumed = false;
        try {
            switchReading(true);
            resumed = true;
        } finally {
            if (!resumed) {
                paused = true;
            }
        }
    }

    private void switchReading(boolean on) {
        try {
            if (on) {
                connection.enableIOEvent(IOEvent.READ);
            } else {
                // facts.md#disabled-reads-take-effect-with-the-next-select
                connection.disableIOEvent(IOEvent.READ);
            }
        } catch (IOException | RuntimeException e) { // the key is cancelled: the connection is closed
            connection.terminateSilently();
        }
    }
}
