package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.metrics.CallRecorder;
import io.grizzlythrift.internal.reply.FlushTimer;

/**
 * The clock of a thread that runs calls. It reads the system clock as rarely as an accuracy of two ticks of the {@link
 * FlushTimer} allows. Each reading settles the times of the calls that ended since the previous reading. Used by one
 * thread at a time.
 */
final class CallClock {
    private final FlushTimer timer;
    private final CallRecorder recorder;

    /** The last reading, as {@link System#nanoTime()}. */
    private long now;

    /** The tick of the timer at the last reading. */
    private int tick;

    /** Whether the timer may have paused since the last reading; its ticks then do not measure time. */
    private boolean timerMayPause = true;

    CallClock(FlushTimer timer, CallRecorder recorder) {
        this.timer = timer;
        this.recorder = recorder;
    }

    /** @param hasReplies whether replies are buffered while the call runs, so that the timer ticks from now on */
    void beginCall(boolean hasReplies) {
        timerMayPause = !hasReplies;
    }

    /** Marks the beginning of a time without calls, so that it is not attributed to any call. */
    void pause() {
        if (!recorder.isSettled()) {
            read(timer.ticks());
        }
        timerMayPause = true;
    }

    /**
     * Returns the nanoseconds since a point in time, accurate to two ticks of the timer. The timer ticks while a call
     * runs with replies buffered, so the clock is read only if no reply is buffered or the timer has ticked.
     */
    long timeSince(long then, boolean hasReplies) {
        int ticks = timer.ticks();
        if (timerMayPause || !hasReplies || ticks != tick) {
            read(ticks);
        }
        return sinceReading(then);
    }

    /** Reads the clock. If this is called at the end of every call, the next call begins at {@link #lastReading}. */
    long read() {
        read(timer.ticks());
        return now;
    }

    /** {@return the last reading of the clock, as {@link System#nanoTime()}} */
    long lastReading() {
        return now;
    }

    /** {@return the nanoseconds from a point in time to the last reading} */
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
