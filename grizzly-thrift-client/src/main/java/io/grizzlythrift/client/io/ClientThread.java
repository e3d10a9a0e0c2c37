package io.grizzlythrift.client.io;

import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * A thread of one client that may run callbacks. While it handles the replies of a read, calls that callbacks begin are
 * queued only; they leave together when all replies are handled.
 */
public final class ClientThread extends DefaultWorkerThread {
    /** What can be flushed later. */
    public interface PendingFlush {
        /** Writes what was queued. */
        void flush();
    }

    private final ClientThreads owner;
    private final List<PendingFlush> toFlush = new ArrayList<>();
    private boolean handlingReplies;

    ClientThread(ClientThreads owner, String name, Runnable task) {
        // Without a memory pool: each read is an array of its own, so a result may keep slices of it.
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, task);
        this.owner = owner;
        setDaemon(true);
    }

    public boolean belongsTo(ClientThreads threads) {
        return owner == threads;
    }

    void beginReplies() {
        handlingReplies = true;
    }

    /** Writes what was put off since {@link #beginReplies}. An interrupt that a callback left behind is cleared. */
    void endReplies() {
        interrupted();
        handlingReplies = false;
        for (int i = 0; i < toFlush.size(); i++) {
            toFlush.get(i).flush();
        }
        toFlush.clear();
    }

    /** Puts a flush off to the end of the replies at hand. Returns false if there are none at hand. */
    public boolean flushLater(PendingFlush pending) {
        if (handlingReplies && (toFlush.isEmpty() || toFlush.get(toFlush.size() - 1) != pending)) {
            toFlush.add(pending);
        }
        return handlingReplies;
    }
}
