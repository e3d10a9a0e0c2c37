package io.grizzlythrift.dispatch;

import io.grizzlythrift.metrics.recorder.CallRecorder;
import io.grizzlythrift.reply.ReplyBuffer;

/**
 * Runs the calls of one thread, or refuses them. Finished replies are held until {@link #flush()} or until
 * {@value #FLUSH_BYTES} bytes wait.
 *
 * <p>A call may run inside another one on the same thread: its handler has an executor that runs tasks at once. Such a
 * call has a runner of its own, {@link #nested()}, so that neither the calls counted here nor the replies held mix.
 */
public final class CallExecutor {
    static final int FLUSH_BYTES = 64 * 1024;

    private final AdmissionControl admission;
    private final ReplyBuffer held;
    private final CallClock clock;
    private final CallInvoker processor;

    /**
     * Who uses this, or null. Others may read a value that is no longer true, but never their own thread unless they
     * wrote it last.
     */
    private Thread thread = Thread.currentThread();

    /** Whether a call runs now, or replies are delivered. */
    private boolean inCall;

    /** What this thread runs inside a call of this runner, and the runner inside whose call this one is; or null. */
    private CallExecutor nested;

    private CallExecutor outer;

    /** Whose calls are run, null between batches; and of how many the message was read. */
    private ReadBatch current;

    private int decoded;

    CallExecutor(ReplyBuffer held, CallClock clock, AdmissionControl admission, CallInvoker processor) {
        this.held = held;
        this.clock = clock;
        this.admission = admission;
        this.processor = processor;
    }

    /** Whether the calling thread uses this, and neither for a call that runs now nor to deliver replies. */
    boolean isFree() {
        return thread == Thread.currentThread() && !inCall;
    }

    /** Whether a call runs now, or replies are delivered. Only for the thread that uses this. */
    boolean isInCall() {
        return inCall;
    }

    CallExecutor nested() {
        return nested;
    }

    CallExecutor outer() {
        return outer;
    }

    ReplyBuffer held() {
        return held;
    }

    /** Counts the calls of the same thread. */
    CallRecorder recorder() {
        return processor.recorder();
    }

    /** From now on the calling thread uses this: inside a call of another runner, or on its own if that is null. */
    void bind(CallExecutor inside) {
        processor.bind();
        thread = Thread.currentThread();
        outer = inside;
        if (inside != null) {
            inside.nested = this;
        }
    }

    /** Ends what {@link #bind} began. To be called when all is flushed. */
    void unbind() {
        if (outer != null) {
            outer.nested = null;
            outer = null;
        }
        thread = null;
        processor.unbind();
        held.shrink();
    }

    /** Runs one call, or refuses it. Its reply, if there is one, is held or sent when this returns. Throws nothing. */
    public void run(ReadBatch batch, int call) {
        boolean ended = true;
        inCall = true;
        try {
            enter(batch);
            held.own();
            String refusal = batch.isAdmitted(call)
                    ? admission.refusalAfter(clock.timeSince(batch.arrival(), !held.isEmpty()))
                    : admission.tooMany();
            if (refusal == null && !batch.memory().mayStartCall()) {
                refusal = admission.tooMuchHeld(batch.memory());
            }
            if (refusal == null) {
                clock.beginCall(!held.isEmpty());
                held.beginCall();
                ended = processor.run(batch, call);
            } else {
                processor.refuse(batch, call, refusal);
            }
        } catch (Throwable t) { // no memory, not even to say so
            batch.abandon();
        } finally {
            inCall = false;
        }
        decoded++; // before anything that may throw: its frame has to be given back
        held.own();
        // A handler that leaves its thread interrupted would have the next write close the channel.
        Thread.interrupted();
        if (ended) {
            held.endCall(batch.connection(), batch.numberOf(call), batch.isAdmitted(call));
        } else {
            held.leaveCall();
        }
        if (held.output().size() >= FLUSH_BYTES) {
            deliver(batch);
        }
    }

    private void deliver(ReadBatch batch) {
        try {
            deliver();
        } catch (RuntimeException | Error e) { // such as no memory
            batch.abandon();
        }
    }

    /** Calls that run on this thread because of a reply, such as the next of an HTTP connection, have another runner. */
    private void deliver() {
        inCall = true;
        try {
            clock.pause();
            held.deliver();
        } finally {
            inCall = false;
        }
    }

    /** Answers a call with a refusal, without running it. A oneway call is dropped: it cannot be answered. */
    void refuse(ReadBatch batch, int call, String reason) {
        held.own();
        try {
            enter(batch);
            processor.refuse(batch, call, reason);
        } catch (Throwable t) {
            batch.abandon();
        }
        decoded++;
        held.endCall(batch.connection(), batch.numberOf(call), batch.isAdmitted(call));
    }

    /** Goes on with the calls of a batch, or of none. */
    private void enter(ReadBatch batch) {
        ReadBatch left = current;
        if (left != batch) {
            int calls = decoded;
            current = batch;
            decoded = 0;
            if (left != null) {
                left.decoded(calls, processor.takeInputRetained());
            }
        }
    }

    private void leave() {
        enter(null);
    }

    /** Hands held replies to their connections. */
    public void flush() {
        try {
            leave();
        } finally {
            held.own();
            deliver();
            processor.release();
        }
    }

    /** Leaves held replies to the sweeper until the thread is back. */
    void flushLater() {
        leave();
        clock.pause();
        held.open();
    }
}
