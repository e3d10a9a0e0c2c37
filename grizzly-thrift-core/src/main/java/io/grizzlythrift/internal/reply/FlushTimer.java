package io.grizzlythrift.internal.reply;

import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Flushes finished replies that wait in the {@link ReplyBuffer} of a thread while the thread runs the handler of a
 * later call. Without it, a reply could wait for as long as that handler takes. Behind one handler, a reply waits at
 * most two ticks of {@value #TICK_MILLIS} ms; behind many shorter ones, until its thread flushes.
 *
 * <p>One daemon thread per server. It is parked while no thread runs a handler with replies in its buffer, for example
 * when each read contains only one call.
 *
 * <p>No buffer is missed when the thread parks. The owner of a buffer shares it and then reads {@link #active}. The
 * timer clears that field, waits for a tick and checks all buffers once more before it parks. An owner that reads
 * false unparks the timer. An owner that still reads true shared its buffer before the field was cleared or at the same
 * instant, so the check one tick later finds it.
 */
public final class FlushTimer implements AutoCloseable {
    static final long TICK_MILLIS = 1;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);

    /** The number of ticks without work after which the thread parks. */
    private static final int IDLE_TICKS = 100;

    private final FailureLog failureLog =
            new FailureLog(LoggerFactory.getLogger(FlushTimer.class), "replies could not be flushed");
    private final Set<Registration> registered = ConcurrentHashMap.newKeySet();

    /** Registrations of buffers that were garbage-collected together with their thread. */
    private final ReferenceQueue<ReplyBuffer> collected = new ReferenceQueue<>();

    private final DaemonLoop loop;

    /** Whether the thread ticks and need not be unparked. */
    private volatile boolean active;

    /** The same as {@link #ticks}. Used only by the timer's thread. */
    private int count;

    private volatile int ticks;

    /** The number of consecutive ticks without work. Used only by the timer's thread. */
    private int idleTicks;

    public FlushTimer(String serverName) {
        loop = new DaemonLoop(serverName + "-flush-timer", this::tick, TICK_NANOS, failureLog);
        loop.start();
    }

    /** The weak reference through which the timer reaches a buffer. */
    static final class Registration extends WeakReference<ReplyBuffer> {
        private Registration(ReplyBuffer buffer, ReferenceQueue<ReplyBuffer> collected) {
            super(buffer, collected);
        }
    }

    /** Registers the buffer of a thread, until it is unregistered or garbage-collected. */
    public void register(ReplyBuffer buffer) {
        for (Reference<?> gone = collected.poll(); gone != null; gone = collected.poll()) {
            registered.remove(gone);
        }
        Registration registration = new Registration(buffer, collected);
        registered.add(registration);
        buffer.registeredAs(registration);
    }

    /** Unregisters a buffer that no thread will use again. */
    public void unregister(ReplyBuffer buffer) {
        registered.remove(buffer.registration());
    }

    /** Passes each owner of a registered buffer that has one to an action. */
    public void forEachOwner(Consumer<Object> action) {
        for (Registration registration : registered) {
            ReplyBuffer buffer = registration.get();
            Object owner = buffer == null ? null : buffer.owner();
            if (owner != null) {
                action.accept(owner);
            }
        }
    }

    /** {@return the number of registered buffers} */
    public int registered() {
        return registered.size();
    }

    /** Wakes the thread if it is parked. Called after a buffer with replies was shared. */
    void wake() {
        if (!active) {
            active = true;
            loop.wake();
        }
    }

    /** {@return the number of ticks so far, modulo 2^32} */
    public int ticks() {
        return ticks;
    }

    /** Runs one tick. Returns the time until the next one. */
    private long tick() {
        ticks = ++count;
        if (flushStalled()) {
            active = true;
            idleTicks = 0;
        } else if (++idleTicks >= IDLE_TICKS) {
            if (active) {
                active = false; // from now on wake() unparks; one more tick for a buffer that was just shared
            } else {
                idleTicks = 0;
                return DaemonLoop.UNTIL_WOKEN;
            }
        }
        return TICK_NANOS;
    }

    /**
     * Flushes the buffers that are due. Returns whether any buffer holds replies that wait for a running handler.
     */
    boolean flushStalled() {
        boolean more = false;
        for (Registration registration : registered) {
            ReplyBuffer buffer = registration.get();
            if (buffer != null) {
                more |= flushIfStalled(buffer);
            }
        }
        return more;
    }

    /** Flushes one buffer. A failure does not affect the buffers of other threads. */
    private boolean flushIfStalled(ReplyBuffer buffer) {
        try {
            return buffer.flushIfStalled();
        } catch (Throwable t) {
            failureLog.record(t);
            return true;
        }
    }

    /** Stops the thread. Replies that are still buffered are sent with the flush of their batch. */
    @Override
    public void close() {
        loop.close();
    }

    public Thread thread() {
        return loop.thread();
    }
}
