package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.InFlightTable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the reads of a connection, and measures how long no byte has arrived. Reads are counted on the thread that reads,
 * one at a time; any thread may query their number, and only the timer thread how long none came.
 */
final class ReadActivity {
    private final ClientContext context;
    private final InFlightTable calls;
    private final AbandonedCalls abandoned;
    private final AtomicInteger reads = new AtomicInteger();

    // For the timer thread only: since when it has had no calls, or only abandoned ones, and the number of reads then.
    private long idleSince;
    private int idleReads = -1;
    private long stalledSince;
    private int stalledReads = -1;

    ReadActivity(ClientContext context, InFlightTable calls, AbandonedCalls abandoned) {
        this.context = context;
        this.calls = calls;
        this.abandoned = abandoned;
    }

    /** Counts a read, whether or not it completed a frame. */
    void count() {
        reads.lazySet(reads.getPlain() + 1);
    }

    /** {@return the number of reads} */
    int reads() {
        return reads.get();
    }

    /** {@return the number of reads, possibly slightly out of date} */
    int lastSeen() {
        return reads.getOpaque();
    }

    /**
     * Returns how long the connection has held only abandoned calls without receiving a byte, in nanoseconds; 0 if it holds
     * no calls, or others. Must be called periodically on the timer thread.
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

    /** Returns whether it had no calls and received no byte for this time. Must be called periodically on the timer thread. */
    boolean isIdle(long nanos) {
        if (reads.get() != idleReads || calls.size() > 0) {
            idleReads = reads.get();
            idleSince = context.now();
            return false;
        }
        return context.now() - idleSince >= nanos;
    }
}
