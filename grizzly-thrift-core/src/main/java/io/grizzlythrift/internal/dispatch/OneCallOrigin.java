package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.FrameAssembler;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyWriter;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The origin of a single call, in a request of another protocol such as HTTP. It acts like a connection whose reply queue
 * holds one call. A oneway call gets an empty response before its handler runs.
 *
 * <p>The request gets one response, from the thread that {@link #claimResponse claims} it.
 */
public abstract class OneCallOrigin implements CallOrigin, ReplyWriter, ReplyQueue.Listener {
    private static final byte[] NO_BYTES = {};

    private final ReplyQueue replyQueue;
    private final AtomicBoolean responded = new AtomicBoolean();

    /** @param memory is charged for the reply */
    @SuppressWarnings("this-escape") // nothing is written before the call is submitted
    protected OneCallOrigin(int maxWriteBufferBytes, MemoryAccount memory) {
        replyQueue = new ReplyQueue(ReplyOrder.REQUEST, this, maxWriteBufferBytes, memory);
        replyQueue.setListener(this);
    }

    /** {@return whether the calling thread must send the response; true once} */
    protected final boolean claimResponse() {
        return responded.compareAndSet(false, true);
    }

    /** Sends the reply. Called once, unless the response was claimed. */
    protected abstract void send(byte[] array, int offset, int length);

    /** Sends the empty response of a oneway call that is about to run, or that was dropped. Called like {@link #send}. */
    protected void sendEmpty() {
        send(NO_BYTES, 0, 0);
    }

    /** Sends the reason why there is no reply. */
    protected abstract void refuse(String reason);

    /** Sends the reason why its caller must not make the call. Called like {@link #send}. */
    protected abstract void sendDenial(CallDenial denial);

    @Override
    public final void deny(CallDenial denial) {
        if (claimResponse()) {
            sendDenial(denial);
        }
    }

    /** Sends the reply without the length prefix of the frame. */
    @Override
    public final void write(byte[] frame, int offset, int length) {
        if (claimResponse()) {
            send(frame, offset + FrameAssembler.HEADER_BYTES, length - FrameAssembler.HEADER_BYTES);
        }
    }

    /** Called when the reply was written, or a oneway call is about to run, or a call was dropped. */
    @Override
    public final void progressed() {
        if (claimResponse()) {
            sendEmpty();
        }
    }

    @Override
    public final void terminate(String reason) {
        if (claimResponse()) {
            refuse(reason);
        }
    }

    /** {@return 0: there is at most one reply, which waits elsewhere} */
    @Override
    public final int unsentBytes() {
        return 0;
    }

    @Override
    public final ReplyQueue replyQueue() {
        return replyQueue;
    }
}
