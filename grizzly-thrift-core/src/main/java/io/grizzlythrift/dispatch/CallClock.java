package io.grizzlythrift.dispatch;

import io.grizzlythrift.metrics.recorder.CallRecorder;
import io.grizzlythrift.reply.FlushTimer;

/**
 * The clock of a thread that runs calls. It is read as rarely as its exactness of two ticks of the {@link FlushTimer}
 * allows; each reading settles the times of the calls that have ended since the one before. For one thread.
 */
final class CallClock {
    private final FlushTimer timer;
    private final CallRecorder recorder;

    /** The last reading, and the tick of the timer at that moment. */
    private long now;

    private int tick;

    /** Whether the timer may not have ticked for this thread since the last reading. */
    private boolean unwatched = true;

    CallClock(FlushTimer timer, CallRecorder recorder) {
        this.timer = timer;
        this.recorder = recorder;
    }

    /** @param repliesHeld whether the timer ticks from now on, because the thread holds replies while a call runs */
    void beginCall(boolean repliesHeld) {
        unwatched = !repliesHeld;
    }

    /** Notes that the thread has no call to run for a while. What it does until then is not part of a call. */
    void pause() {
        if (!recorder.isSettled()) {
            read(timer.ticks());
        }
        unwatched = true;
    }

    /**
     * Returns how long ago something was, to within two ticks of the timer, which ticks while a call runs behind held
     * replies. So the clock is read only if no reply is held, or if the timer ticked.
     */
    long timeSince(long then, boolean repliesHeld) {
        int ticks = timer.ticks();
        if (unwatched || !repliesHeld || ticks != tick) {
            read(ticks);
        }
        return sinceReading(then);
    }

    /** Reads the clock. Where each call ends with this, the next one begins at {@link #lastReading}. */
    long read() {
        read(timer.ticks());
        return now;
    }

    /** {@return when this thread read the clock last, as {@link System#nanoTime()}} */
    long lastReading() {
        return now;
    }

    /** {@return how long before the last reading something was, in nanoseconds} */
    long sinceReading(long then) {
        return now - then;
    }

    private void read(int ticks) {
        int passed = ticks - tick;
        tick = ticks;
        now = System.nanoTime();
        recorder.clock(now, passed);
    }
}
