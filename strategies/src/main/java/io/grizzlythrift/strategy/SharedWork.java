package io.grizzlythrift.strategy;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a thread does with a batch: claim call after call until none is left. Before it runs user code while more calls
 * wait, it wakes one helper, which does the same; so a batch of fast calls costs one hand-over, and a batch of slow
 * ones spreads over all threads. Once the threads are stopped, calls that nobody has begun are refused.
 */
final class SharedWork {
    static final String STOPPED = "the server has stopped";

    private SharedWork() {}

    /** Runs what can be claimed on this thread and flushes. {@code wakeHelper} is called at most once. */
    static void run(CallBatch batch, Consumer<? super CallBatch> wakeHelper, BooleanSupplier stopped) {
        claimAll(batch, wakeHelper, stopped);
        batch.flush();
    }

    /** The same without the flush. */
    static void claimAll(CallBatch batch, Consumer<? super CallBatch> wakeHelper, BooleanSupplier stopped) {
        boolean woken = false;
        for (int call = batch.claim(); call != CallBatch.NONE; call = batch.claim()) {
            if (!woken && batch.hasUnclaimed()) {
                woken = true;
                wakeHelper.accept(batch);
            }
            batch.run(call);
            if (stopped.getAsBoolean()) {
                batch.refuse(STOPPED);
            }
        }
    }
}
