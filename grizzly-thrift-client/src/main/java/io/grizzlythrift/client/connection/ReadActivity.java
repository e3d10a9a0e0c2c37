package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.InFlightTable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many times bytes came over a connection, and for how long none did. Bytes are counted on the selector thread of the
 * connection; any thread may ask how often they came, only the timer thread for how long they did not.
 */
final class ReadActivity {
    private final ClientContext context;
    private final InFlightTable calls;
    private final AbandonedCalls abandoned;
    private final AtomicInteger reads = new AtomicInteger();

    // For the timer thread only: since when it has no calls, or only abandoned ones, and how many times bytes had come.
    private long idleSince;
    private int idleReads = -1;
    private long stalledSince;
    private int stalledReads = -1;

    ReadActivity(ClientContext context, InFlightTable calls, AbandonedCalls abandoned) {
        this.context = context;
        this.calls = calls;
        this.abandoned = abandoned;
    }

    /** Counts a read, of complete frames or not. */
    void count() {
        reads.lazySet(reads.getPlain() + 1);
    }

    /** {@return how many times bytes came} */
    int reads() {
        return reads.get();
    }

    /** {@return how many times bytes came, as the current thread last saw it} */
    int lastSeen() {
        return reads.getOpaque();
    }

    /**
     * Returns for how long it has had only abandoned calls, and no byte came; 0 if it has none. On the timer thread, from time
     * to time.
     */
    long stalledNanos() {
        int held = calls.size();
        if (reads.get() != stalledReads || held == 0 || abandoned.awaitingReply() < held) {
            stalledReads = reads.get();
            stalledSince = context.now();
            return 0;
        }
        return context.now() - stalledSince;
    }

    /** Returns whether it had no calls, and no byte came, for this time. On the timer thread, from time to time. */
    boolean isIdle(long nanos) {
        if (reads.get() != idleReads || calls.size() > 0) {
            idleReads = reads.get();
            idleSince = context.now();
            return false;
        }
        return context.now() - idleSince >= nanos;
    }
}
