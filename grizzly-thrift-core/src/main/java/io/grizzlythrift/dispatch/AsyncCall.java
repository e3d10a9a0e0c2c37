package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import io.grizzlythrift.reply.CopiedReplies;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/**
 * A call of an asynchronous handler. It is answered once, by whoever is first: the handler, on any thread, or the
 * deadline.
 *
 * <pre>
 *   begun --answer--> answered: the thread that began it takes the answer along with others of its batch
 *     |
 *     | that thread leaves without an answer
 *     v
 *   pending --answer or deadline--> ended: the answer goes to the connection by itself
 * </pre>
 */
public final class AsyncCall {
    /** States other than an answer, which is one itself; null is begun. */
    private static final byte[] PENDING = {};

    private static final byte[] ENDED = {};

    /** Is told once how a call ended, before its answer leaves. */
    @FunctionalInterface
    public interface End {
        void end(CallOutcome.Kind kind, int replyBytes);
    }

    private final PendingAsyncCalls calls;
    private final CallOrigin source;
    private final long number;
    private final TMessage header;
    private final End end;
    private final long deadline;
    private final AtomicReference<byte[]> state = new AtomicReference<>();

    /**
     * Makes a call that waits for its reply.
     *
     * @param number of the call on its connection
     * @param end is told how it ended
     * @param deadline as {@link System#nanoTime()}
     */
    public AsyncCall(PendingAsyncCalls calls, CallOrigin source, long number, TMessage header, End end, long deadline) {
        this.calls = calls;
        this.source = source;
        this.number = number;
        this.header = header;
        this.end = end;
        this.deadline = deadline;
    }

    /** Where generated code writes the answer, on the thread that answers. */
    TProtocol output() {
        return calls.writer().begin();
    }

    /** Generated code has written the answer, if there is to be one. */
    void answered() {
        answer(calls.endAnswer());
    }

    /** The handler ended with an exception that generated code does not answer. */
    public void failed() {
        answer(calls.exception(header, "Internal error processing " + header.name));
    }

    private void answer(AsyncReplyEncoder.Answer answer) {
        byte[] frame = isOneway() ? new byte[0] : answer.frame();
        if (state.compareAndSet(null, frame)) {
            tellEnd(answer.kind(), frame);
        } else if (state.compareAndSet(PENDING, ENDED)) {
            tellEnd(answer.kind(), frame);
            deliver(frame);
        } else {
            calls.surplusAnswer(header);
        }
    }

    /** Throws nothing: the call has ended, and what follows from that must follow. */
    private void tellEnd(CallOutcome.Kind kind, byte[] frame) {
        try {
            end.end(kind, AsyncReplyEncoder.messageLength(frame));
        } catch (Throwable t) {
            calls.endFailed(header, t);
        }
    }

    /**
     * The thread that began the call goes on.
     *
     * @return the answer if it is there, a frame or nothing of it; null if it goes to the connection by itself
     */
    public byte[] leave() {
        byte[] answer = state.get();
        if (answer != null) {
            return answer;
        }
        calls.watch(this);
        if (isOneway()) { // before it can end
            source.replyQueue().beginOneway();
        }
        if (state.compareAndSet(null, PENDING)) { // from here on the call is not the caller's: nothing may throw
            if (calls.isClosed()) {
                abandon();
            }
            return null;
        }
        if (isOneway()) {
            source.replyQueue().endOneway();
        }
        calls.forget(this);
        return state.get();
    }

    /** The thread that began the call answers it in place of the handler. Returns false if that has answered. */
    boolean takeOver() {
        return state.compareAndSet(null, ENDED);
    }

    /** Answers the call if its time is over. */
    void endIfOverdue(long now) {
        if (now - deadline >= 0 && state.compareAndSet(PENDING, ENDED)) {
            byte[] frame = null;
            try {
                String reason = "the handler has not answered within "
                        + TimeUnit.NANOSECONDS.toMillis(calls.timeoutNanos()) + " ms, which is callTimeout";
                frame = calls.exception(header, reason).frame();
                calls.overdue(header, reason);
            } catch (Throwable t) {
                calls.endFailed(header, t);
            }
            tellEnd(CallOutcome.Kind.TIMED_OUT, frame == null ? ENDED : frame);
            deliver(frame);
        }
    }

    private boolean isOneway() {
        return header.type == TMessageType.ONEWAY;
    }

    /** Ends the call without an answer: there is nobody left to read it. Throws nothing. */
    void abandon() {
        if (state.compareAndSet(PENDING, ENDED)) {
            tellEnd(CallOutcome.Kind.TIMED_OUT, ENDED);
            calls.ended(this);
        }
    }

    /**
     * Throws nothing. May run on any thread of the user's: an interrupt would have the write close the channel.
     *
     * @param frame null if none could be made
     */
    private void deliver(byte[] frame) {
        boolean interrupted = Thread.interrupted();
        try {
            if (isOneway()) { // whose place in the line was delivered before it ran
                source.replyQueue().endOneway();
            } else if (frame == null) {
                source.abandon();
            } else {
                source.replyQueue().deliver(List.of(new CopiedReplies(number, 1, frame)));
            }
        } catch (Throwable t) { // such as no memory to write it
            source.abandon();
        } finally {
            calls.ended(this);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
