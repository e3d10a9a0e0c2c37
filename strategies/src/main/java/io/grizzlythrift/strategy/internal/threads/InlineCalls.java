package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PacedBatch;
import io.grizzlythrift.strategy.internal.queue.RunDelay;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Runs the calls at the beginning of a batch whose methods are quick, on the selector thread that read them. Reads the clock
 * once for several calls of one method. Confined to that thread.
 */
public final class InlineCalls implements AutoCloseable {
    private final LongSupplier clock;
    private final RunDelay runDelay;
    private final UncaughtLog uncaught;
    private final BooleanSupplier stopped;

    /** The last clock reading. */
    private long now;

    /** Creates the state of one selector thread. */
    public InlineCalls(LongSupplier clock, RunDelay runDelay, UncaughtLog uncaught, BooleanSupplier stopped) {
        this.clock = clock;
        this.runDelay = runDelay;
        this.uncaught = uncaught;
        this.stopped = stopped;
    }

    /**
     * Runs calls until the next one is not known to be quick, none is left, the time slice is over, or another thread has taken
     * the lease. No other thread may work on the batch before that.
     *
     * @param lease the lease of this thread
     * @return how many calls ran
     */
    public int run(CallBatch batch, SelectorLease lease) {
        return batch instanceof PacedBatch paced ? run(batch, paced, lease) : 0;
    }

    private int run(CallBatch batch, PacedBatch paces, SelectorLease lease) {
        MethodPace pace = quick(paces.nextPace());
        if (pace == null) {
            return 0;
        }
        now = clock.getAsLong();
        runDelay.refresh(now);
        long begin = now;
        int ran = 0;
        while (pace != null && now - begin < SelectorThread.SLICE_NANOS && !stopped.getAsBoolean()) {
            int segment = paces.countOfSameMethod(pace.segment());
            lease.begin(batch, pace);
            int calls = claim(batch, pace, segment);
            boolean owns = lease.end();
            ran += calls;
            if (calls > 0) {
                settle(pace, calls);
            }
            if (!owns) {
                return ran;
            }
            pace = quick(paces.nextPace());
        }
        return ran;
    }

    /** Runs up to a number of calls of one method. Throws nothing: the lease must end. */
    private int claim(CallBatch batch, MethodPace pace, int max) {
        int calls = 0;
        try {
            while (calls < max && pace.isQuick()) { // another thread may demote the method
                Call call = batch.claim();
                if (call == null) { // its connection has closed
                    return calls;
                }
                ClaimLoop.run(call, uncaught);
                calls++;
            }
        } catch (Throwable t) {
            uncaught.log(t);
        }
        return calls;
    }

    /** Returns null if a method is not known to be quick. */
    private static MethodPace quick(MethodPace pace) {
        return pace == null || !pace.isQuick() ? null : pace;
    }

    /** Reports to the pace how long the calls took since the last clock reading. */
    private void settle(MethodPace pace, int calls) {
        long before = now;
        now = clock.getAsLong();
        long nanos = now - before;
        if (!pace.isSlow(calls, nanos)) {
            pace.ranOnSelector(calls, nanos);
            return;
        }
        long own = nanos - runDelay.since(now);
        if (pace.isSlow(calls, own)) {
            pace.tooSlow(own, now);
        }
    }

    /** {@return the time at which the last call ended} As {@link System#nanoTime()}. */
    long lastReading() {
        return now;
    }

    @Override
    public void close() {
        runDelay.close();
    }
}
