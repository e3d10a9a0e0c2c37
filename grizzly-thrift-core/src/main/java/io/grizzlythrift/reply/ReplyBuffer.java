package io.grizzlythrift.reply;

import io.grizzlythrift.frame.FrameOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * The finished replies of one thread, held until {@link #deliver()}. While a handler runs, they are left open to the
 * {@link FlushTimer}, which sends them if the handler takes long. {@code access} says who may touch them: the thread
 * itself (OWNED), the sweeper if it wants (OPEN), the sweeper right now (SWEEPING), or nobody because the sweeper took
 * all (SWEPT). A thread that runs a handler with nothing held never leaves OWNED.
 */
public final class ReplyBuffer {
    static final int RETAINED_BYTES = 4 * 1024 * 1024;

    /** How much is retained by those that wait for a thread to use them. */
    private static final int SPARE_BYTES = 128 * 1024;

    private static final int OWNED = 0;
    private static final int OPEN = 1;
    private static final int SWEEPING = 2;
    private static final int SWEPT = 3;
    private static final VarHandle ACCESS;

    static {
        try {
            ACCESS = MethodHandles.lookup().findVarHandle(ReplyBuffer.class, "access", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final ReplyRuns replies = new ReplyRuns(output);
    private final FlushTimer sweeper;
    private final IntConsumer endedCalls;

    private volatile int access = OWNED;

    /** Admitted calls that have ended and were not reported yet. For who may touch the replies. */
    private int ended;

    /** The line of the oneway call that runs, whose place is among the replies; null if there is none. */
    private ReplyQueue oneway;

    /** Whether the place of that call was delivered, and its line told that it still runs. */
    private boolean onewayDelivered;

    /**
     * Counts handler runs during which replies are held. Written by this thread before it opens access, read by the
     * sweeper.
     */
    private long opened;

    /** The value of {@link #opened} at the sweeper's last visit. Only for the sweeper. */
    private long seen;

    /** Written before any thread holds replies here. */
    private FlushTimer.Registration registration;

    /**
     * Makes an empty buffer.
     *
     * @param endedCalls gets the number of admitted calls that have ended, before their replies leave
     */
    public ReplyBuffer(FlushTimer sweeper, IntConsumer endedCalls) {
        this.sweeper = sweeper;
        this.endedCalls = endedCalls;
    }

    void registeredAs(FlushTimer.Registration known) {
        registration = known;
    }

    /** As which the sweeper knows these replies. */
    FlushTimer.Registration registration() {
        return registration;
    }

    /** Where replies are written to, once {@link #own} was called. */
    public FrameOutput output() {
        return output;
    }

    /** A handler is about to run. */
    public void beginCall() {
        open();
    }

    /** {@return whether no reply is held} */
    public boolean isEmpty() {
        return replies.isEmpty();
    }

    /** Leaves the replies to the sweeper until the thread is back. */
    public void open() {
        if (!replies.isEmpty()) {
            opened++;
            ACCESS.setRelease(this, OPEN);
            sweeper.watch();
        }
    }

    /** Makes sure that the sweeper does not touch them. Runs before a reply is written and after each call. */
    public void own() {
        while (access != OWNED) {
            if (access == SWEPT) {
                ACCESS.setRelease(this, OWNED);
            } else if (!ACCESS.compareAndSet(this, OPEN, OWNED)) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * The handler of a oneway call is about to run. There will be no reply, so nothing waits for it: its place counts as
     * answered from now on. A call that was read alone is delivered at once; others are left to the sweeper, together
     * with the replies before them, so that quick ones cost no delivery each.
     *
     * @param call the number of the call on its connection
     * @param alone whether the call was read alone
     */
    public void beginOneway(ReplyOwner owner, long call, boolean alone) {
        own();
        replies.add(owner, call);
        oneway = owner.replyQueue();
        if (alone) {
            keepOnewayInFlight();
            reportEnded();
            replies.deliver();
        } else {
            open();
        }
    }

    /** Before the place of a running oneway call is delivered. For who may touch the replies. */
    private void keepOnewayInFlight() {
        if (oneway != null && !onewayDelivered) {
            oneway.beginOneway();
            onewayDelivered = true;
        }
    }

    /** Notes that what was written since the last call of this method answers a call. */
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
        } catch (Throwable t) { // no memory to note it: nothing of it may leave with the reply of another call
            replies.dropUnnoted();
            owner.abandon();
        }
    }

    /** Its place among the replies was noted before it ran. */
    private void endOneway(boolean admitted) {
        boolean delivered = onewayDelivered;
        if (admitted && delivered) { // with nothing left to be delivered, which is when the others are reported
            endedCalls.accept(1);
        } else if (admitted) {
            ended++;
        }
        leaveCall();
    }

    /** The thread is done with a call, which ends by itself if it has not ended. */
    public void leaveCall() {
        ReplyQueue left = oneway;
        oneway = null;
        if (onewayDelivered) {
            onewayDelivered = false;
            left.endOneway();
        }
    }

    /** Hands the replies to their connections. */
    public void deliver() {
        reportEnded(); // first: a peer that reads its reply may send the next call before the write has returned
        replies.deliver();
    }

    /** Gives up an array that is too large for a spare. To be called when nothing is held. */
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
     * Called by the sweeper, once a tick: sends the replies if the same handler runs as a tick ago.
     *
     * @return whether there is something to come back for
     */
    boolean sweep() {
        if (access != OPEN) {
            return false;
        }
        if (!ACCESS.compareAndSet(this, OPEN, SWEEPING)) {
            return true;
        }
        if (opened != seen) {
            seen = opened;
            ACCESS.setRelease(this, OPEN);
            return true;
        }
        Runnable delivery = ReplyRuns.NOTHING;
        try {
            keepOnewayInFlight();
            delivery = replies.takeCopies();
            reportEnded();
        } finally {
            ACCESS.setRelease(this, SWEPT);
            delivery.run();
        }
        return true;
    }
}
