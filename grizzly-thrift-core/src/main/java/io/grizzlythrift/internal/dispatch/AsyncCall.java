package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.message.ReplyFormat;
import io.grizzlythrift.internal.reply.CopiedReplies;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
public final class AsyncCall {
    // The states. The others are null for a started call, and the reply frame of a replied call.
    private static final byte[] PENDING = {};
    private static final byte[] REPLYING = {};
    private static final byte[] ENDED = {};

    /** Receives the outcome of a call, once, before its reply is sent. */
    @FunctionalInterface
    public interface Listener {
        void ended(ServerCallOutcome.Kind kind, int replyBytes);
    }

    private final PendingAsyncCalls calls;
    private final ServerCall call;
    private final ReplyFormat format;
    private final Listener listener;
    private final AtomicReference<byte[]> state = new AtomicReference<>();

    /**
     * The bytes charged for the headers of the call while it is pending. Written before the call is pending, then by
     * the thread that ends it.
     */
    private int headerBytes;

    /** @param listener receives the outcome of the call */
    AsyncCall(PendingAsyncCalls calls, ServerCall call, Listener listener) {
        this.calls = calls;
        this.call = call;
        format = call.replyFormat();
        this.listener = listener;
    }

    ServerCall call() {
        return call;
    }

    /** {@return the protocol into which generated code encodes the reply, on the thread that replies} */
    TProtocol output() {
        return calls.encoder().begin(format);
    }

    /** Generated code has encoded the reply, or has ended a oneway call. */
    void replied() {
        end(calls.finishReply(format, call.header()));
    }

    /** The handler ended with an exception for which generated code encodes no reply. */
    void failed() {
        end(calls.failed(format, call.header()));
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
            calls.duplicateReply(call.header());
        }
    }

    /** Notifies the listener. Throws nothing: the call has ended, and the steps that follow must run. */
    private void notifyListener(ServerCallOutcome.Kind kind, int replyBytes) {
        try {
            call.cancellation().end();
            listener.ended(kind, replyBytes);
        } catch (Throwable t) {
            calls.endFailed(call.header(), t);
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
            call.origin().replyQueue().beginOneway();
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
            call.origin().replyQueue().endOneway();
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
            call.origin()
                    .replyQueue()
                    .memory()
                    .addWaitingFrames(bytes, null); // until it ends, also after its connection
        }
    }

    /** Called only by the thread that ends the call. */
    private void releaseHeaders() {
        if (headerBytes > 0) {
            call.origin().replyQueue().memory().removeWaitingFrames(headerBytes, null);
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
        call.cancellation().end();
        return true;
    }

    /** Replies with an exception if the deadline of a pending call has passed. */
    void expireIfOverdue(long now) {
        long timeoutNanos = call.timeoutNanos();
        if (now - call.read().arrival() >= timeoutNanos && state.compareAndSet(PENDING, ENDED)) {
            byte[] frame = null;
            int replyBytes = 0;
            try {
                // All connections wait for this thread, so it does not compress.
                format.header().ifPresent(reply -> reply.transform(List.of()));
                String reason = "the handler has not replied within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                        + " ms, which is "
                        + (timeoutNanos < call.route().callTimeoutNanos() ? ClientTimeout.HEADER : "callTimeout");
                AsyncReplyEncoder.EncodedReply reply = calls.exception(format, call.header(), reason);
                replyBytes = reply.messageBytes();
                frame = reply.frame();
                calls.reportTimeout(call.header(), reason);
            } catch (Throwable t) {
                calls.endFailed(call.header(), t);
            }
            notifyListener(ServerCallOutcome.Kind.TIMED_OUT, replyBytes);
            deliver(frame);
        }
    }

    private boolean isOneway() {
        return call.isOneway();
    }

    /** Ends a pending call without a reply, because nobody would read it. Throws nothing. */
    void abandon() {
        if (state.compareAndSet(PENDING, ENDED)) {
            notifyListener(ServerCallOutcome.Kind.TIMED_OUT, 0);
            releaseHeaders();
            calls.ended(this, call);
        }
    }

    /**
     * Delivers the reply. Throws nothing. This may run on a thread of the user. An interrupt of that thread would close
     * a channel in blocking mode (facts.md#an-interrupt-closes-a-channel-in-blocking-mode), so it is deferred.
     *
     * @param frame null if none could be encoded
     */
    private void deliver(byte[] frame) {
        boolean interrupted = Thread.interrupted();
        try {
            // First: a peer that reads its reply may send the next call before the write has returned.
            calls.ended(this, call);
            releaseHeaders(); // so that reading from the connection can resume
            if (isOneway()) { // its position in the queue was delivered before it ran
                call.origin().replyQueue().endOneway();
            } else if (frame == null) {
                call.origin().abandon();
            } else {
                call.origin().replyQueue().deliver(List.of(new CopiedReplies(call.number(), 1, frame)));
            }
        } catch (Throwable t) { // for example, no memory to write it
            call.origin().abandon();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
