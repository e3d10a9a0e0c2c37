package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.frame.WireFormat;
import io.grizzlythrift.peer.CancelNotice;

/** Notifies the server of one connection of calls that were abandoned, once it accepts such notices. Thread-safe. */
final class CancelNotices {
    private final ClientContext context;
    private final WireFormat format;
    private final WriteQueue writeQueue;
    private volatile boolean accepted;

    CancelNotices(ClientContext context, WriteQueue writeQueue) {
        this.context = context;
        format = context.format();
        this.writeQueue = writeQueue;
    }

    /** Records that the server accepts notices. */
    void accepted() {
        accepted = true;
    }

    /**
     * Queues a notice for a call that was abandoned after it was sent. The next flush writes it. Does not throw: without
     * the notice the server merely runs the call in vain.
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
            // Such as an OutOfMemoryError.
        }
    }
}
