package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.caller.CallCancellation;
import io.grizzlythrift.message.ReplyFormat;
import io.grizzlythrift.peer.ClientTimeout;
import io.grizzlythrift.reply.CopiedReplies;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/**
 * A call of an asynchronous handler. It ends exactly once: with the reply of the handler, on any thread, or at its
 * deadline.
 *
 * <pre>
 *   started --reply--&gt; replying: its listener is notified --&gt; replied: the thread that started the call
 *     |                   |                                   sends the reply with others of its batch
 *     |                   | that thread moves on without a reply
 *     v                   v
 *   pending --reply or deadline--&gt; ended: the reply is delivered on its own
 * </pre>
 *
 * <p>Every transition is a compare-and-set of {@link #state}, so exactly one thread wins each, and the winner of the
 * second one sees what the starting thread wrote before the first.
 */
public final class AsyncCall implements AsyncReplyBuffers.Target {
    // The states. The others are null for a started call, and the reply frame of a replied call.
    private static final byte[] PENDING = {};
    private static final byte[] REPLYING = {};
    private static final byte[] ENDED = {};

    /** Receives the outcome of a call, once, before its reply is sent. */
    @FunctionalInterface
    public interface Listener {
        void ended(CallOutcome.Kind kind, int replyBytes);
    }

    private final PendingAsyncCalls calls;
    private final CallOrigin origin;
    private final ReplyFormat format;
    private final long number;
    private final TMessage header;
    private final Listener listener;
    private final long arrival;
    private final CallRoute route;
    private final long clientTimeoutNanos;
    private final CallCancellation cancellation;
    private final AtomicReference<byte[]> state = new AtomicReference<>();

    /**
     * The bytes charged for the headers of the call while it is pending. Written before the call is pending, then by
     * the thread that ends it.
     */
    private int headerBytes;

    /**
     * Creates a call that waits for its reply.
     *
     * @param format the format of the reply
     * @param number the number of the call on its connection
     * @param listener receives the outcome
     * @param arrival when the call was read, as {@link System#nanoTime()}
     * @param route the timeout of the server, and where the call has its place
     * @param clientTimeoutNanos the time from the arrival to the deadline of the client; a large number if it has none
     * @param cancellation is ended together with the call
     */
    public AsyncCall(
            PendingAsyncCalls calls,
            CallOrigin origin,
            ReplyFormat format,
            long number,
            TMessage header,
            Listener listener,
            long arrival,
            CallRoute route,
            long clientTimeoutNanos,
            CallCancellation cancellation) {
        this.calls = calls;
        this.origin = origin;
        this.format = format;
        this.number = number;
        this.header = header;
        this.listener = listener;
        this.arrival = arrival;
        this.route = route;
        this.clientTimeoutNanos = clientTimeoutNanos;
        this.cancellation = cancellation;
    }

    @Override
    public TProtocol output() {
        return calls.encoder().begin(format);
    }

    @Override
    public void replied() {
        end(calls.finishReply(format, header));
    }

    @Override
    public void failed() {
        end(calls.failed(format, header));
    }

    private void end(AsyncReplyEncoder.EncodedReply reply) {
        byte[] frame = isOneway() ? new byte[0] : reply.frame();
        if (state.compareAndSet(null, REPLYING)) {
            notifyListener(reply.kind(), reply.messageBytes());
            if (!state.compareAndSet(REPLYING, frame)) { // the thread that started the call has moved on
                deliver(frame);
            }
        } else if (state.compareAndSet(PENDING, ENDED)) {
            notifyListener(reply.kind(), reply.messageBytes());
            deliver(frame);
        } else {
            calls.duplicateReply(header);
        }
    }

    /** Notifies the listener. Throws nothing: the call has ended, and the steps that follow must run. */
    private void notifyListener(CallOutcome.Kind kind, int replyBytes) {
        try {
            cancellation.end();
            listener.ended(kind, replyBytes);
        } catch (Throwable t) {
            calls.endFailed(header, t);
        }
    }

    /**
     * Detaches the call from the thread that started it, which moves on.
     *
     * @param bytes the heap bytes that the headers of the call take: charged to the connection until the call ends
     * @return the reply as it is written, if there is one already, empty for a oneway call; null if the reply will be
     *     delivered separately
     */
    public byte[] detach(int bytes) {
        if (isReplied()) {
            releaseHeaders();
            return state.get();
        }
        calls.add(this);
        chargeHeaders(bytes);
        if (isOneway()) { // before the call can end
            origin.replyQueue().beginOneway();
        }
        if (state.compareAndSet(null, PENDING)) { // another thread may end the call from here on: nothing may throw
            if (calls.isClosed()) {
                abandon();
            }
            return null;
        }
        if (state.compareAndSet(REPLYING, ENDED)) { // the replying thread delivers the reply
            return null;
        }
        if (isOneway()) {
            origin.replyQueue().endOneway();
        }
        calls.remove(this);
        releaseHeaders();
        return state.get();
    }

    /** {@return whether there is a reply that the thread that started the call can send} */
    public boolean isReplied() {
        byte[] reply = state.get();
        return reply != null && reply != REPLYING;
    }

    private void chargeHeaders(int bytes) {
        if (bytes > 0) {
            headerBytes = bytes;
            origin.replyQueue().memory().addWaitingFrames(bytes, null); // until it ends, also after its connection
        }
    }

    /** Called only by the thread that ends the call. */
    private void releaseHeaders() {
        if (headerBytes > 0) {
            origin.replyQueue().memory().removeWaitingFrames(headerBytes, null);
            headerBytes = 0;
        }
    }

    /**
     * Lets the thread that started the call reply instead of the handler. Returns false if the handler has already
     * replied.
     */
    public boolean takeOver() {
        if (!state.compareAndSet(null, ENDED)) {
            return false;
        }
        releaseHeaders();
        cancellation.end();
        return true;
    }

    /** Replies with an exception if the deadline of a pending call has passed. */
    void expireIfOverdue(long now) {
        long timeoutNanos = Math.min(route.callTimeoutNanos(), clientTimeoutNanos);
        if (now - arrival >= timeoutNanos && state.compareAndSet(PENDING, ENDED)) {
            byte[] frame = null;
            int replyBytes = 0;
            try {
                // All connections wait for this thread, so it does not compress.
                format.header().ifPresent(reply -> reply.transform(List.of()));
                String reason = "the handler has not replied within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                        + " ms, which is "
                        + (timeoutNanos < route.callTimeoutNanos() ? ClientTimeout.HEADER : "callTimeout");
                AsyncReplyEncoder.EncodedReply reply = calls.exception(format, header, reason);
                replyBytes = reply.messageBytes();
                frame = reply.frame();
                calls.reportTimeout(header, reason);
            } catch (Throwable t) {
                calls.endFailed(header, t);
            }
            notifyListener(CallOutcome.Kind.TIMED_OUT, replyBytes);
            deliver(frame);
        }
    }

    private boolean isOneway() {
        return header.type == TMessageType.ONEWAY;
    }

    /** Ends a pending call without a reply, because nobody would read it. Throws nothing. */
    void abandon() {
        if (state.compareAndSet(PENDING, ENDED)) {
            notifyListener(CallOutcome.Kind.TIMED_OUT, 0);
            releaseHeaders();
            calls.ended(this, route, origin);
        }
    }

    /**
     * Delivers the reply. Throws nothing. This may run on a thread of the user. If that thread is interrupted, the
     * write would close the channel, so the interrupt is deferred.
     *
     * @param frame null if none could be encoded
     */
    private void deliver(byte[] frame) {
        boolean interrupted = Thread.interrupted();
        try {
            // First: a peer that reads its reply may send the next call before the write has returned.
            calls.ended(this, route, origin);
            releaseHeaders(); // so that reading from the connection can resume
            if (isOneway()) { // its place in the queue was delivered before it ran
                origin.replyQueue().endOneway();
            } else if (frame == null) {
                origin.abandon();
            } else {
                origin.replyQueue().deliver(List.of(new CopiedReplies(number, 1, frame)));
            }
        } catch (Throwable t) { // for example, no memory to write it
            origin.abandon();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
