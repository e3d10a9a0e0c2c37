package io.grizzlythrift.internal.reply;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * Holds the finished replies of one thread until {@link #deliver()}. While a handler runs, they are shared with the
 * {@link FlushTimer}, which sends them if the handler takes long.
 *
 * <pre>
 *   OWNED --share--&gt; SHARED --timer--&gt; FLUSHING --&gt; FLUSHED
 *     ^                |  ^                |           |
 *     |                |  +-- not yet due -+           |
 *     +----reclaim-----+-------------reclaim-----------+
 * </pre>
 *
 * <p>The state determines which thread may access the buffer: the owner in OWNED and FLUSHED, the timer in FLUSHING,
 * the winner of the next compare-and-set in SHARED. Each hand-over is a release write of {@link #access} that the other
 * thread reads with a volatile read or a compare-and-set, so it sees everything that was written before. The owner
 * spins only while the timer copies. While a thread runs a handler with an empty buffer, the state stays OWNED.
 */
public final class ReplyBuffer {
    static final int RETAINED_BYTES = 4 * 1024 * 1024;

    /** The largest array that a spare buffer retains. */
    private static final int SPARE_BYTES = 128 * 1024;

    private static final int OWNED = 0;
    private static final int SHARED = 1;
    private static final int FLUSHING = 2;
    private static final int FLUSHED = 3;
    private static final VarHandle ACCESS =
            VarHandles.of(MethodHandles.lookup(), ReplyBuffer.class, "access", int.class);

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final ReplyRuns replies = new ReplyRuns(output);
    private final FlushTimer flushTimer;
    private final IntConsumer endedCalls;

    private volatile int access = OWNED;

    /** Admitted calls that have ended but are not reported yet. Guarded by {@link #access}. */
    private int ended;

    /** The queue of the running oneway call, whose place is recorded among the replies; null if no such call runs. */
    private ReplyQueue oneway;

    /** Whether the place of that call was delivered, after its queue was notified that it still runs. */
    private boolean onewayDelivered;

    /**
     * Counts handler runs during which replies are buffered. Written by the owner before it shares the buffer, read by
     * the flush timer.
     */
    private long shared;

    /** The value of {@link #shared} at the last tick. Used only by the flush timer. */
    private long seen;

    /** Written once, before a thread uses this buffer. */
    private FlushTimer.Registration registration;

    /**
     * Creates an empty buffer.
     *
     * @param endedCalls receives the number of admitted calls that have ended, before their replies are sent
     */
    public ReplyBuffer(FlushTimer flushTimer, IntConsumer endedCalls) {
        this.flushTimer = flushTimer;
        this.endedCalls = endedCalls;
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
            shared++;
            ACCESS.setRelease(this, SHARED);
            flushTimer.wake();
        }
    }

    /** Takes the buffer back from the flush timer. Called before a reply is encoded and after each call. */
    public void reclaim() {
        while (access != OWNED) {
            if (access == FLUSHED) {
                ACCESS.setRelease(this, OWNED);
            } else if (!ACCESS.compareAndSet(this, SHARED, OWNED)) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * Records that the handler of a oneway call is about to run. The call has no reply, so its place in the queue is
     * complete from now on. The place of a call that was read alone is delivered at once. Other places are left to the
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
            keepOnewayInFlight();
            reportEnded();
            replies.deliver();
        } else {
            share();
        }
    }

    /** Keeps a running oneway call in flight when its place is about to be delivered. Guarded by {@link #access}. */
    private void keepOnewayInFlight() {
        if (oneway != null && !onewayDelivered) {
            oneway.beginOneway();
            onewayDelivered = true;
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

    /** Ends a oneway call. Its place among the replies was recorded before it ran. */
    private void endOneway(boolean admitted) {
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
        oneway = null;
        if (onewayDelivered) {
            onewayDelivered = false;
            queue.endOneway();
        }
    }

    /** Delivers the replies to the queues of their connections. */
    public void deliver() {
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
        if (access != SHARED) {
            return false;
        }
        if (!ACCESS.compareAndSet(this, SHARED, FLUSHING)) {
            return true;
        }
        if (shared != seen) {
            seen = shared;
            ACCESS.setRelease(this, SHARED);
            return true;
        }
        Runnable delivery = ReplyRuns.NOTHING;
        try {
            keepOnewayInFlight();
            delivery = replies.takeCopies();
            reportEnded();
        } finally {
            ACCESS.setRelease(this, FLUSHED);
            delivery.run();
        }
        return true;
    }
}
