package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.internal.metrics.CallRecorder;
import io.grizzlythrift.internal.reply.ReplyBuffer;
import io.grizzlythrift.internal.security.CallDenial;
import io.grizzlythrift.internal.security.CallProof;

/**
 * Runs or rejects the calls of one thread. Finished replies stay in the {@link ReplyBuffer} until {@link #flush()} or
 * until {@value #FLUSH_BYTES} bytes wait.
 *
 * <p>A call may run inside another one on the same thread, if a handler uses an executor that runs tasks on the calling
 * thread. The inner call uses its own executor, {@link #nested()}, so that counts and replies of the two do not mix.
 *
 * <p>Used by one thread at a time. Only {@link #isAvailable()} may be called by others, and what {@link CallsInFlight} reads. It
 * compares {@link #thread} without synchronization. A thread that did not write the field last may read an old value, but never itself: it reads
 * itself only after it has written itself, and it clears the field before it hands the executor on.
 */
public final class CallExecutor {
    static final int FLUSH_BYTES = 64 * 1024;

    private final AdmissionControl admission;
    private final ReplyBuffer replyBuffer;
    private final CallClock clock;
    private final GoneCallers goneCallers;
    private final CallInvoker invoker;

    /** Null if the server asks nothing about callers. */
    private final CallSecurity security;

    /** The thread that uses this executor, or null. */
    private Thread thread = Thread.currentThread();

    /** Whether a call runs, or replies are being delivered. */
    private boolean inCall;

    /** The executor of a call that runs inside a call of this one, or null. */
    private CallExecutor nested;

    /** The executor inside whose call the calls of this executor run, or null. */
    private CallExecutor outer;

    /** The read whose calls run; null between reads. */
    private ReceivedCalls current;

    /** How many messages of that read were consumed, and not reported yet. */
    private int consumed;

    /** The batch of the last call if it waits until it is known who makes it, otherwise null. */
    private SubmittedBatch unproved;

    CallExecutor(
            ReplyBuffer replyBuffer,
            CallClock clock,
            AdmissionControl admission,
            GoneCallers goneCallers,
            CallInvoker invoker,
            CallSecurity security) {
        this.security = security;
        this.goneCallers = goneCallers;
        this.replyBuffer = replyBuffer;
        this.clock = clock;
        this.admission = admission;
        this.invoker = invoker;
    }

    /** {@return whether this executor belongs to the calling thread, and neither runs a call nor delivers replies} */
    public boolean isAvailable() {
        return thread == Thread.currentThread() && !inCall;
    }

    /**
     * {@return whether a call runs, or replies are being delivered} Called only by the thread that uses this executor.
     */
    boolean isInCall() {
        return inCall;
    }

    /**
     * {@return the call that runs, or null} Any thread may ask: it reads a plain field, so the answer may be out of date, but
     * what is final in the call is there.
     */
    ServerCall running() {
        return invoker.running();
    }

    /** {@return the thread that uses this executor, or null} Any thread may ask, likewise. */
    Thread thread() {
        return thread;
    }

    CallExecutor nested() {
        return nested;
    }

    CallExecutor outer() {
        return outer;
    }

    ReplyBuffer replyBuffer() {
        return replyBuffer;
    }

    /** {@return the recorder of this executor's calls} */
    CallRecorder recorder() {
        return invoker.recorder();
    }

    /**
     * Binds this executor to the calling thread.
     *
     * @param inside the executor inside whose call the calls run, or null
     */
    void bind(CallExecutor inside) {
        invoker.bind();
        thread = Thread.currentThread();
        outer = inside;
        if (inside != null) {
            inside.nested = this;
        }
    }

    /** Undoes {@link #bind}. Call this once everything is flushed. */
    void unbind() {
        if (outer != null) {
            outer.nested = null;
            outer = null;
        }
        thread = null;
        invoker.unbind();
        replyBuffer.shrink();
    }

    /**
     * Runs or rejects one claimed call. When this returns, its reply, if there is one, is buffered or sent. Throws nothing.
     */
    public void run(ServerCall call) {
        ReceivedCalls read = call.read();
        boolean ended = true;
        inCall = true;
        try {
            enter(read);
            replyBuffer.reclaim();
            ended = runOrReject(call, read);
        } catch (Throwable t) { // no memory, not even for an error reply
            read.abandon();
        } finally {
            inCall = false;
        }
        if (unproved != null) {
            Thread.interrupted(); // as below
            leaveUnproved();
            return;
        }
        consumed++; // before anything that may throw: the frame must be released
        replyBuffer.reclaim();
        Thread.interrupted(); // a handler may have left an interrupt behind, which the next one must not see
        if (ended) {
            replyBuffer.endCall(read.origin(), call.number(), leavePlace(call));
        } else {
            replyBuffer.leaveCall();
        }
        if (replyBuffer.output().size() >= FLUSH_BYTES) {
            deliver(read);
        }
    }

    /** Runs a call unless it is too late, or there is no room. Returns whether it has ended; false if its reply follows. */
    private boolean runOrReject(ServerCall call, ReceivedCalls read) {
        CallRoute route = call.route();
        if (!call.isAdmitted()) {
            return rejected(call, admission.noRoom(), admission.inFlightMessage(route));
        }
        boolean hasReplies = !replyBuffer.isEmpty();
        CallProof proof = security == null ? null : call.proof();
        long waitsSince = proof == null ? read.arrival() : proof.doneNanos();
        String overdue = admission.checkQueueTime(route, read.origin(), clock.timeSince(waitsSince, hasReplies));
        if (overdue != null) {
            return rejected(call, Reason.QUEUE_TIMEOUT, overdue);
        }
        if (!read.memory().mayStartCall()) {
            return rejected(call, admission.noRoom(), admission.bufferedBytesReached(read.memory()));
        }
        Reason gone = call.hasFrameHeader() || call.isTranscoded() ? goneCallers.check(call, clock) : null;
        if (gone != null) {
            return rejected(call, gone, GoneCallers.text(gone));
        }
        if (security != null && !isKnownCaller(call)) {
            return true;
        }
        clock.beginCall(hasReplies);
        replyBuffer.share();
        return invoker.run(call);
    }

    /** Returns whether a call may be decoded. If not, it is denied, or waits. */
    private boolean isKnownCaller(ServerCall call) {
        CallProof proof = security.proofOf(call);
        if (proof != null && proof.isPending()) {
            unproved = new SubmittedBatch(call, proof);
            return false;
        }
        CallDenial denial = security.checkUnread(call, proof);
        if (denial != null) {
            invoker.deny(call, denial);
        }
        return denial == null;
    }

    /** Leaves a call whose message is not read. Another thread may run it from here on. */
    private void leaveUnproved() {
        SubmittedBatch waiting = unproved;
        unproved = null;
        replyBuffer.leaveCall();
        waiting.runOnceProved();
    }

    private boolean rejected(ServerCall call, Reason reason, String text) {
        invoker.reject(call, reason, text);
        return true;
    }

    /**
     * Releases the place of a call that has ended, if it was admitted and places are counted by connection.
     *
     * @return whether the next delivery must release a place of the server
     */
    private static boolean leavePlace(ServerCall call) {
        return call.isAdmitted() && !call.route().leaveOwnPlaces(call.origin(), 1);
    }

    private void deliver(ReceivedCalls read) {
        try {
            deliver();
        } catch (RuntimeException | Error e) { // for example, no memory
            read.abandon();
        }
    }

    /**
     * Delivers the buffered replies. A call that starts on this thread as a consequence, such as the next request of an
     * HTTP connection, uses another executor.
     */
    private void deliver() {
        inCall = true;
        try {
            clock.pause();
            replyBuffer.deliver();
        } finally {
            inCall = false;
        }
    }

    /** Replies to a call with a rejection, without running it. A oneway call has no reply and is dropped. */
    void reject(ServerCall call, Reason reason, String text) {
        ReceivedCalls read = call.read();
        replyBuffer.reclaim();
        inCall = true; // interceptors may see the rejection
        try {
            enter(read);
            invoker.reject(call, reason, text);
        } catch (Throwable t) {
            read.abandon();
        } finally {
            inCall = false;
        }
        consumed++;
        replyBuffer.endCall(read.origin(), call.number(), leavePlace(call));
    }

    /** Switches to the calls of a read, or to none, and reports the consumed messages of the previous one. */
    private void enter(ReceivedCalls read) {
        ReceivedCalls left = current;
        if (left != read) {
            int messages = consumed;
            current = read;
            consumed = 0;
            if (left != null && messages > 0) { // it may be complete if this thread has read none of its calls
                left.consumed(messages, invoker.takeInputRetained());
            }
        }
    }

    private void leave() {
        enter(null);
    }

    /** Delivers the buffered replies to their connections. */
    public void flush() {
        try {
            leave();
        } finally {
            replyBuffer.reclaim();
            deliver();
            invoker.release();
        }
    }

    /** Lets the flush timer send the buffered replies until the thread returns. */
    public void flushLater() {
        leave();
        clock.pause();
        replyBuffer.share();
    }
}
