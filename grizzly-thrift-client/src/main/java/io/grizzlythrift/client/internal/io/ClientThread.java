package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * A thread of one client that may run callbacks. Calls that callbacks start while the replies of one read are handled are only
 * queued, and are written together once all these replies have been handled.
 *
 * <p>A thread that handles replies is a selector thread, which lives as long as its client. So it has counters and a codec of its
 * own for what it does meanwhile, which cost no atomic operation.
 */
public final class ClientThread extends DefaultWorkerThread {
    /** How often user code may run within user code on one thread. */
    private static final int MAX_NESTING = 16;

    /** Something that can be flushed later. */
    public interface PendingFlush {
        /** Writes what has been queued. */
        void flush();
    }

    private static final VarHandle CALLS =
            VarHandles.of(MethodHandles.lookup(), ClientThread.class, "calls", long.class);
    private static final VarHandle COMPLETED =
            VarHandles.of(MethodHandles.lookup(), ClientThread.class, "completed", long.class);

    private final Object owner;
    private final List<PendingFlush> toFlush = new ArrayList<>();
    private boolean handlingReplies;

    /** How much user code runs within user code. */
    private int nesting;

    /** An idle codec; null if it is in use, or there is none. */
    private Object idleCodec;

    // Counted while replies were handled. Written only by this thread.
    private volatile long calls;
    private volatile long completed;

    ClientThread(Object owner, String name, Runnable task) {
        // Without Grizzly's memory pool of the thread: it would reuse arrays of which results may hold slices.
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, task);
        this.owner = owner;
        setDaemon(true);
    }

    /** {@return whether this thread belongs to a client, given by its {@code ClientThreads}} */
    public boolean belongsTo(Object threads) {
        return owner == threads;
    }

    /** {@return the current thread if it may run callbacks, of whichever client; otherwise null} */
    public static ClientThread current() {
        return Thread.currentThread() instanceof ClientThread thread ? thread : null;
    }

    /**
     * User code is about to run, which may cause user code to run before it returns. Returns false if it must not run, because
     * too much of it runs on this thread already; otherwise {@link #endNested} must follow. Called on this thread.
     */
    public boolean beginNested() {
        if (nesting == MAX_NESTING) {
            return false;
        }
        nesting++;
        return true;
    }

    /** The user code has returned. Called on this thread. */
    public void endNested() {
        nesting--;
    }

    /** {@return the current thread if it is handling replies of the client with these threads; otherwise null} */
    public static ClientThread handlingRepliesOf(ClientThreads threads) {
        return Thread.currentThread() instanceof ClientThread thread
                        && thread.handlingReplies
                        && thread.owner == threads
                ? thread
                : null;
    }

    /** {@return the idle codec, which this thread no longer keeps; null if there is none} Called on this thread. */
    public Object takeCodec() {
        Object codec = idleCodec;
        idleCodec = null;
        return codec;
    }

    /** Keeps an idle codec. Returns false if it keeps one already. Called on this thread while it handles replies. */
    public boolean keepCodec(Object codec) {
        if (idleCodec != null) {
            return false;
        }
        idleCodec = codec;
        return true;
    }

    /** Counts a call that a callback made. Called on this thread while it handles replies. */
    public void countCall() {
        CALLS.setRelease(this, calls + 1);
    }

    /** Counts a call that has its reply. Called on this thread while it handles replies. */
    public void countCompleted() {
        COMPLETED.setRelease(this, completed + 1);
    }

    long calls() {
        return calls;
    }

    long completed() {
        return completed;
    }

    /** Defers flushes until {@link #endReplies}. */
    void beginReplies() {
        handlingReplies = true;
    }

    /** Runs the flushes deferred since {@link #beginReplies}. Clears an interrupt that a callback left pending. */
    void endReplies() {
        interrupted();
        handlingReplies = false;
        for (int i = 0; i < toFlush.size(); i++) {
            toFlush.get(i).flush();
        }
        toFlush.clear();
    }

    /**
     * Defers a flush until the current replies have been handled. Returns false if none are being handled: the caller must
     * flush now. Called on this thread.
     */
    public boolean flushLater(PendingFlush pending) {
        if (handlingReplies && (toFlush.isEmpty() || toFlush.get(toFlush.size() - 1) != pending)) {
            toFlush.add(pending);
        }
        return handlingReplies;
    }
}
