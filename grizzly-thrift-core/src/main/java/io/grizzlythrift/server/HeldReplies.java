package io.grizzlythrift.server;

import io.grizzlythrift.frame.FrameOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The finished replies of one thread, held until {@link #deliver()}. While a handler runs, they are left open to the
 * {@link ReplySweeper}, which sends them if the handler takes long. {@code access} says who may touch them: the thread
 * itself (OWNED), the sweeper if it wants (OPEN), the sweeper right now (SWEEPING), or nobody because the sweeper took
 * all (SWEPT). A thread that runs a handler with nothing held never leaves OWNED.
 */
final class HeldReplies {
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
            ACCESS = MethodHandles.lookup().findVarHandle(HeldReplies.class, "access", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final Replies replies = new Replies(output);
    private final ReplySweeper sweeper;
    private final Admission admission;
    private final CallRecorder recorder;

    private volatile int access = OWNED;

    /** Admitted calls that have ended and were not reported yet. For who may touch the replies. */
    private int ended;

    /** The line of the oneway call that runs, whose place is among the replies; null if there is none. */
    private ReplyLine oneway;

    /** Whether the place of that call was delivered, and its line told that it still runs. */
    private boolean onewayDelivered;

    /** The time of the last look at the clock, and the tick of the sweeper at that look. */
    private long now;

    private int tick;

    /** Whether the sweeper may not have ticked for this thread since that look. */
    private boolean unwatched = true;

    /**
     * Counts handler runs during which replies are held. Written by this thread before it opens access, read by the
     * sweeper.
     */
    private long opened;

    /** The value of {@link #opened} at the sweeper's last visit. Only for the sweeper. */
    private long seen;

    /** Written before any thread holds replies here. */
    private ReplySweeper.Registration registration;

    HeldReplies(ReplySweeper sweeper, Admission admission, CallRecorder recorder) {
        this.sweeper = sweeper;
        this.admission = admission;
        this.recorder = recorder;
    }

    void registeredAs(ReplySweeper.Registration known) {
        registration = known;
    }

    /** As which the sweeper knows these replies. */
    ReplySweeper.Registration registration() {
        return registration;
    }

    /** Where replies are written to, once {@link #own} was called. */
    FrameOutput output() {
        return output;
    }

    /** Counts the calls of the same thread. */
    CallRecorder recorder() {
        return recorder;
    }

    /** A handler is about to run. */
    void beginCall() {
        unwatched = replies.isEmpty();
        open();
    }

    /** Leaves the replies to the sweeper until the thread is back. */
    void open() {
        if (!replies.isEmpty()) {
            opened++;
            ACCESS.setRelease(this, OPEN);
            sweeper.watch();
        }
    }

    /** Makes sure that the sweeper does not touch them. Runs before a reply is written and after each call. */
    void own() {
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
     */
    void beginOneway(ConnectionBatch batch, int call) {
        own();
        replies.add(batch.connection(), batch.numberOf(call));
        oneway = batch.connection().line();
        if (batch.frames().size() == 1) {
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
    void endCall(ConnectionBatch batch, int call) {
        if (oneway != null) {
            endOneway(batch.isAdmitted(call));
            return;
        }
        if (batch.isAdmitted(call)) {
            ended++;
        }
        try {
            replies.add(batch.connection(), batch.numberOf(call));
        } catch (Throwable t) { // no memory to note it: nothing of it may leave with the reply of another call
            replies.dropUnnoted();
            batch.giveUp();
        }
    }

    /** Its place among the replies was noted before it ran. */
    private void endOneway(boolean admitted) {
        boolean delivered = onewayDelivered;
        if (admitted && delivered) { // with nothing left to be delivered, which is when the others are reported
            admission.ended(1);
        } else if (admitted) {
            ended++;
        }
        leaveCall();
    }

    /** The thread is done with a call, which ends by itself if it has not ended. */
    void leaveCall() {
        ReplyLine left = oneway;
        oneway = null;
        if (onewayDelivered) {
            onewayDelivered = false;
            left.endOneway();
        }
    }

    /** The thread has no call to run for a while. What it does until then is not part of a call. */
    void pause() {
        if (!recorder.isSettled()) {
            readClock(sweeper.ticks());
        }
        unwatched = true;
    }

    /** Hands the replies to their connections. */
    void deliver() {
        pause();
        reportEnded(); // first: a peer that reads its reply may send the next call before the write has returned
        replies.deliver();
    }

    /** Gives up an array that is too large for a spare. To be called when nothing is held. */
    void shrink() {
        if (output.array().length > SPARE_BYTES) {
            output.detach();
        }
    }

    private void reportEnded() {
        if (ended > 0) {
            admission.ended(ended);
            ended = 0;
        }
    }

    /**
     * How long ago something was, to within two ticks of the sweeper, which ticks while a call runs behind held replies.
     * So the clock is read only if nothing was held, or if it ticked.
     */
    long timeSince(long then) {
        int ticks = sweeper.ticks();
        if (unwatched || replies.isEmpty() || ticks != tick) {
            readClock(ticks);
        }
        return sinceLook(then);
    }

    /** Looks at the clock. Where each call ends with this, the begin of the next one is the {@link #lastLook}. */
    long look() {
        readClock(sweeper.ticks());
        return now;
    }

    /** When this thread looked at the clock last, as {@link System#nanoTime()}. */
    long lastLook() {
        return now;
    }

    /** How long before the last look at the clock something was. */
    long sinceLook(long then) {
        return now - then;
    }

    private void readClock(int ticks) {
        int passed = ticks - tick;
        tick = ticks;
        now = System.nanoTime();
        recorder.clock(now, passed);
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
        Runnable delivery = Replies.NOTHING;
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
