package io.grizzlythrift.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * A thread that selects, and that may put off the flush of batches it ran to the end of the round of ready connections:
 * their replies then leave back to back. A peer that waits for several of them is woken once instead of once each.
 */
final class SelectorThread extends DefaultWorkerThread {
    /** How long a flush is put off at most, once the next batch has run. */
    private static final long MAX_DELAY_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final List<CallBatch> unflushed = new ArrayList<>();
    private long oldest;

    /**
     * Ready connections of this round that have brought no batch yet; 0 outside of a round, and always if the selector
     * does not tell of rounds: a user may have given the transport a handler that does not.
     */
    private int toCome;

    SelectorThread(String name, Runnable task) {
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, task);
        setDaemon(true);
    }

    /** Begins a round, in which so many connections are ready. Only for the thread itself. */
    void beginRound(int ready) {
        toCome = ready;
    }

    /**
     * Flushes a batch at the end of the round, or now if no other connection is ready or others have waited long. Only
     * for the thread itself.
     */
    void flushLater(CallBatch batch) {
        long now = System.nanoTime();
        if (unflushed.isEmpty()) {
            oldest = now;
        }
        unflushed.add(batch);
        toCome = Math.max(0, toCome - 1);
        if (toCome == 0 || now - oldest > MAX_DELAY_NANOS) {
            flushAll();
        } else {
            batch.flushLater();
        }
    }

    /** Ends a round. Only for the thread itself. */
    void endRound() {
        toCome = 0;
        flushAll();
    }

    private void flushAll() {
        for (CallBatch batch : unflushed) {
            batch.flush();
        }
        unflushed.clear();
    }
}
