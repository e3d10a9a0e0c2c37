package io.grizzlythrift.client.io;

import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * A thread of one client that may run callbacks. Calls that callbacks start while the replies of one read are handled are only
 * queued, and are written together once all these replies have been handled.
 */
public final class ClientThread extends DefaultWorkerThread {
    /** Something that can be flushed later. */
    public interface PendingFlush {
        /** Writes what has been queued. */
        void flush();
    }

    private final Object owner;
    private final List<PendingFlush> toFlush = new ArrayList<>();
    private boolean handlingReplies;

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
