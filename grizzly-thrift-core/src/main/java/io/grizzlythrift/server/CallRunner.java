package io.grizzlythrift.server;

/**
 * Runs the calls of one thread, or refuses them. Finished replies are held until {@link #flush()} or until
 * {@value #FLUSH_BYTES} bytes wait.
 */
final class CallRunner {
    static final int FLUSH_BYTES = 64 * 1024;

    private final Thread thread = Thread.currentThread();
    private final Admission admission;
    private final HeldReplies held;
    private final CallProcessor processor;

    /** Whose calls are run, null between batches; and of how many the message was read. */
    private ConnectionBatch current;

    private int decoded;

    CallRunner(HeldReplies held, Admission admission, CallProcessor processor) {
        this.held = held;
        this.admission = admission;
        this.processor = processor;
    }

    boolean isOfThisThread() {
        return thread == Thread.currentThread();
    }

    /** Runs one call, or refuses it. Its reply, if there is one, is held or sent when this returns. Throws nothing. */
    void run(ConnectionBatch batch, int call) {
        enter(batch);
        held.own();
        String refusal =
                batch.isAdmitted(call) ? admission.refusalAfter(held.timeSince(batch.arrival())) : admission.tooMany();
        if (refusal == null) {
            held.beginCall();
            boolean ended = processor.run(batch, call);
            held.own();
            // A handler that leaves its thread interrupted would have the next write close the channel.
            Thread.interrupted();
            if (ended) {
                held.endCall(batch, call);
            }
        } else {
            answerRefused(batch, call, refusal);
        }
        decoded++;
        if (held.output().size() >= FLUSH_BYTES) {
            held.deliver();
        }
    }

    /** Answers a call with a refusal, without running it. A oneway call is dropped: it cannot be answered. */
    void refuse(ConnectionBatch batch, int call, String reason) {
        enter(batch);
        answerRefused(batch, call, reason);
        decoded++;
    }

    private void answerRefused(ConnectionBatch batch, int call, String reason) {
        held.own();
        processor.refuse(batch, call, reason);
        held.endCall(batch, call);
    }

    private void enter(ConnectionBatch batch) {
        if (current != batch) {
            leave();
            current = batch;
        }
    }

    private void leave() {
        if (current != null) {
            current.decoded(decoded, processor.takeInputKept());
            current = null;
            decoded = 0;
        }
    }

    /** Hands held replies to their connections. */
    void flush() {
        leave();
        held.own();
        held.deliver();
        processor.release();
    }

    /** Leaves held replies to the sweeper until the thread is back. */
    void flushLater() {
        leave();
        held.pause();
        held.open();
    }
}
