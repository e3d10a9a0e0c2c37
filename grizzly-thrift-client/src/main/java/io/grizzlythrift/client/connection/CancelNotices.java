package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.frame.WireFormat;
import io.grizzlythrift.peer.CancelNotice;

/**
 * Tells the server of one connection which of its calls are not waited for any more, if it has said that it takes such
 * notices. Thread-safe.
 */
final class CancelNotices {
    private final ClientContext context;
    private final WireFormat format;
    private final WriteQueue writeQueue;
    private volatile boolean accepted;

    CancelNotices(ClientContext context, WireFormat format, WriteQueue writeQueue) {
        this.context = context;
        this.format = format;
        this.writeQueue = writeQueue;
    }

    /** The server has said that it takes notices. */
    void accepted() {
        accepted = true;
    }

    /**
     * Queues the notice of a call that was abandoned after it was sent. It is written with the next flush. Throws nothing:
     * without it the server runs the call in vain, no more.
     */
    @SuppressWarnings("EmptyCatch")
    void add(PendingCall call) {
        if (!accepted || call.isOneway()) {
            return;
        }
        try {
            writeQueue.addNotice(CancelNotice.encode(format, context.config().protocol(), call.sequenceId()));
            context.completion().counters().countCancelNotice();
        } catch (Throwable t) {
            // Such as no memory.
        }
    }
}
