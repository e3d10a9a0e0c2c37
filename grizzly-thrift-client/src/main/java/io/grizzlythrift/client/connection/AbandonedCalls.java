package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.codec.QueuedBytes;
import io.grizzlythrift.client.health.HeldUpDetector;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends calls of one connection without a reply, and counts what they leave behind: a call that was sent keeps its slot
 * until its reply arrives, and a call that was not sent is later skipped by the writer.
 *
 * <p>Thread-safe: the thread that changes the state of a call counts it. Allocates nothing.
 */
final class AbandonedCalls {
    private final InFlightTable calls;
    private final HeldUpDetector heldUp;
    private final QueuedBytes memory;
    private final AtomicInteger awaitingReply = new AtomicInteger();
    private final AtomicInteger inQueue = new AtomicInteger();

    AbandonedCalls(InFlightTable calls, HeldUpDetector heldUp, QueuedBytes memory) {
        this.calls = calls;
        this.heldUp = heldUp;
        this.memory = memory;
    }

    /** Ends a call without a reply. Returns its previous state, as {@link PendingCall#abandon()} does. */
    int abandon(PendingCall call) {
        int before = call.abandon();
        if (before < PendingCall.ENDED) {
            count(call, before);
        }
        return before;
    }

    /** Counts a call that was just ended in this state, without a reply, and frees what it no longer needs. */
    void count(PendingCall call, int before) {
        if (before < PendingCall.SENT) {
            inQueue.incrementAndGet();
            calls.remove(call);
            call.releaseFrame();
            if (before == PendingCall.ENCODED) {
                memory.giveBack(call.frameLength());
            }
        } else {
            awaitingReply.incrementAndGet();
            heldUp.abandoned(call);
        }
    }

    /** {@return the number of abandoned calls that were sent and have no reply yet} */
    int awaitingReply() {
        return awaitingReply.get();
    }

    /** Records that the reply to an abandoned call arrived, or that none is expected. */
    void replied() {
        awaitingReply.decrementAndGet();
    }

    /** {@return the number of calls that ended in the queue and have not been skipped yet} */
    int inQueue() {
        return inQueue.get();
    }

    /** Records that an ended call was skipped in the queue, or never entered it. */
    void skipped() {
        inQueue.decrementAndGet();
    }
}
