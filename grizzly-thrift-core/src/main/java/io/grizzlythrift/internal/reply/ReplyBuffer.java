package io.grizzlythrift.internal.reply;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * Holds the finished replies of one thread until {@link #deliver()}. While a handler runs, the {@link FlushTimer} may send
 * them if the handler takes long.
 *
 * <pre>
 *   owner: share: running = n | handler | reclaim: running = 0 | ... | deliver
 *   timer:          running == n, twice, one tick apart | begin | copy | still running == n | claim | send
 * </pre>
 *
 * <p>The owner never waits for the timer and needs no atomic update for a call, only for a delivery. Finished replies do not
 * change until they are delivered, so the timer copies them without a lock. What it reads is consistent if {@link #running} has
 * not changed meanwhile: the owner resets it before it changes anything (a sequence lock, H.-J. Boehm, "Can seqlocks get along
 * with programming language memory models?", MSPC 2012).
 *
 * <p>{@link #flush} decides who sends a reply. The timer replaces it by a new object before it copies, and that by another one
 * when it claims the replies; the second step is a compare-and-set, which fails if the owner has come first. The owner clears it
 * before it changes finished replies, and drops those that the timer has claimed.
 */
public final class ReplyBuffer {
    static final int RETAINED_BYTES = 4 * 1024 * 1024;

    /** The largest array that a spare buffer retains. */
    private static final int SPARE_BYTES = 128 * 1024;

    /** The value of {@link #running} while the owner may change the buffer. */
    private static final long NONE = 0;

    private static final VarHandle RUNNING =
            VarHandles.of(MethodHandles.lookup(), ReplyBuffer.class, "running", long.class);
    private static final VarHandle FLUSH =
            VarHandles.of(MethodHandles.lookup(), ReplyBuffer.class, "flush", Flush.class);

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final ReplyRuns replies = new ReplyRuns(output);
    private final FlushTimer flushTimer;
    private final IntConsumer endedCalls;

    /** The number of the handler that runs behind finished replies, or {@link #NONE}. Written by the owner. */
    private long running;

    /** The flush that is under way or over; null if there was none since the owner cleared this. */
    private volatile Flush flush;

    /** The number of handlers that have run behind finished replies. Used by the owner. */
    private long handlers;

    /** Whether the timer may have copied replies since the last {@link #takeBack}. Used by the owner. */
    private boolean exposed;

    /** Admitted calls that have ended but are not reported yet. Written by the owner. */
    private int ended;

    /** The queue of the running oneway call, whose position is recorded among the replies; null if no such call runs. */
    private ReplyQueue oneway;

    /** Whether the position of that call was delivered, after its queue was notified that it still runs. Used by the owner. */
    private boolean onewayDelivered;

    /** The value of {@link #running} at the last tick. Used only by the flush timer. */
    private long seen;

    /** Written once, before a thread uses this buffer. */
    private FlushTimer.Registration registration;

    /** What runs the calls whose replies are put here; null if nobody has to find it. Written once, before the registration. */
    private Object owner;

    /**
     * Replies that the timer sends instead of the owner.
     *
     * @param handler the value of {@link #running}
     * @param end the end of the replies
     * @param ended the number of admitted calls that had ended
     * @param oneway the queue of the oneway call that was running, or null
     */
    private record Claim(long handler, ReplyRuns.End end, int ended, ReplyQueue oneway) {}

    /** A flush of the timer. Compared by identity. */
    private static final class Flush {
        /** All that is claimed and that the owner has not dropped, or null. */
        private final Claim claimed;

        Flush(Claim claimed) {
            this.claimed = claimed;
        }
    }

    /**
     * Creates an empty buffer.
     *
     * @param endedCalls receives the number of admitted calls that have ended, before their replies are sent
     */
    public ReplyBuffer(FlushTimer flushTimer, IntConsumer endedCalls) {
        this.flushTimer = flushTimer;
        this.endedCalls = endedCalls;
    }

    /** Sets what runs the calls. Called before this buffer is registered. */
    public void ownedBy(Object runner) {
        owner = runner;
    }

    Object owner() {
        return owner;
    }

    void registeredAs(FlushTimer.Registration known) {
        registration = known;
    }

    /** {@return the reference through which the flush timer reaches this buffer} */
    FlushTimer.Registration registration() {
        return registration;
    }

    /** {@return the output into which replies are encoded; use it only after {@link #reclaim}} */
    public FrameOutput output() {
        return output;
    }

    /** {@return whether no reply is buffered} */
    public boolean isEmpty() {
        return replies.isEmpty();
    }

    /** Lets the flush timer send the replies, if there are any, until {@link #reclaim}. */
    public void share() {
        if (!replies.isEmpty()) {
            exposed = true;
            RUNNING.setRelease(this, ++handlers);
            flushTimer.wake();
        }
    }

    /** Takes the buffer back from the flush timer. Called before a reply is encoded and after each call. Does not block. */
    public void reclaim() {
        if (running == NONE) {
            return;
        }
        RUNNING.setOpaque(this, NONE);
        VarHandle.storeStoreFence(); // before any change of the buffer
        Flush last = flush;
        if (last != null && last.claimed != null) {
            dropClaimed();
        }
    }

    /** Drops what the timer has claimed. A flush that is under way does not claim anything any more. */
    private void dropClaimed() {
        Flush last = (Flush) FLUSH.getAndSet(this, null);
        if (last != null && last.claimed != null) {
            replies.dropTo(last.claimed.end());
            ended -= last.claimed.ended();
            onewayDelivered |= last.claimed.oneway() != null;
        }
    }

    /** Takes all replies that are left back from the flush timer. */
    private void takeBack() {
        if (exposed) {
            exposed = false;
            dropClaimed();
        }
    }

    /**
     * Records that the handler of a oneway call is about to run. The call has no reply, so its position in the queue is
     * complete from now on. The position of a call that was read alone is delivered at once. Other positions are left to the
     * flush timer, together with the replies before them, so that quick calls do not cost a delivery each.
     *
     * @param call the number of the call on its connection
     * @param alone whether the call was read alone
     */
    public void beginOneway(ReplyOwner owner, long call, boolean alone) {
        reclaim();
        replies.add(owner, call);
        oneway = owner.replyQueue();
        if (alone) {
            oneway.beginOneway(); // keeps it in flight after its position was delivered
            onewayDelivered = true;
            deliver();
        } else {
            share();
        }
    }

    /** Records that the bytes encoded since the previous invocation of this method are the reply to a call. */
    public void endCall(ReplyOwner owner, long call, boolean admitted) {
        if (oneway != null) {
            endOneway(admitted);
            return;
        }
        if (admitted) {
            ended++;
        }
        try {
            replies.add(owner, call);
        } catch (Throwable t) { // no memory to record it: its bytes must not be sent with the reply to another call
            replies.dropUnnoted();
            owner.abandon();
        }
    }

    /** Ends a oneway call. Its position among the replies was recorded before it ran. */
    private void endOneway(boolean admitted) {
        takeBack();
        boolean delivered = onewayDelivered;
        if (admitted && delivered) { // no delivery follows that would report it
            endedCalls.accept(1);
        } else if (admitted) {
            ended++;
        }
        leaveCall();
    }

    /** Records that the thread leaves a call, which may end later on another thread. */
    public void leaveCall() {
        ReplyQueue queue = oneway;
        if (queue != null) {
            takeBack();
        }
        oneway = null;
        if (onewayDelivered) {
            onewayDelivered = false;
            queue.endOneway();
        }
    }

    /** Delivers the replies to the queues of their connections. */
    public void deliver() {
        takeBack();
        reportEnded(); // first: a peer that reads its reply may send the next call before the write has returned
        replies.deliver();
    }

    /** Drops the array if it is too large for a spare buffer. Call this when no reply is buffered. */
    public void shrink() {
        if (output.array().length > SPARE_BYTES) {
            output.detach();
        }
    }

    private void reportEnded() {
        if (ended > 0) {
            endedCalls.accept(ended);
            ended = 0;
        }
    }

    /**
     * Sends the replies if the same handler was already running one tick ago. Called by the flush timer, once per tick.
     *
     * @return whether the timer must tick again for this buffer
     */
    boolean flushIfStalled() {
        long handler = (long) RUNNING.getAcquire(this);
        if (handler == NONE) {
            return false;
        }
        if (handler != seen) {
            seen = handler;
            return true;
        }
        return flush(handler);
    }

    private boolean flush(long handler) {
        Flush last = flush;
        Claim before = last == null ? null : last.claimed;
        Flush begun = new Flush(before);
        if ((before != null && before.handler() == handler) || !FLUSH.compareAndSet(this, last, begun)) {
            return false;
        }
        ReplyRuns copies = replies.snapshot();
        int endedNow = ended;
        ReplyQueue onewayNow = oneway;
        VarHandle.loadLoadFence(); // after all that was read
        if ((long) RUNNING.getOpaque(this) != handler) {
            return false;
        }
        Claim all = new Claim(handler, copies.end(), endedNow, onewayNow);
        if (before != null) {
            copies.dropTo(before.end());
        }
        if (!copies.isEmpty()) {
            claim(begun, all, copies, endedNow - (before == null ? 0 : before.ended()));
        }
        return true;
    }

    /**
     * Sends copied replies, unless the owner has taken them back.
     *
     * @param all these replies and those that were claimed before them
     * @param endedCalls the number of admitted calls among these replies
     */
    private void claim(Flush begun, Claim all, ReplyRuns copies, int endedCalls) {
        boolean copied = copies.copyBytes();
        ReplyQueue running = all.oneway();
        if (running != null) { // the call stays in flight after its position was delivered
            running.beginOneway();
        }
        if (!FLUSH.compareAndSet(this, begun, new Flush(all))) {
            if (running != null) {
                running.endOneway();
            }
            return;
        }
        try {
            if (endedCalls > 0) {
                this.endedCalls.accept(endedCalls);
            }
        } finally {
            if (copied) {
                copies.deliver();
            } else {
                copies.abandon();
            }
        }
    }
}
