package io.grizzlythrift.strategy;

import java.util.function.Consumer;

/**
 * What a pool thread does with a batch: claim call after call until none is left. Before it runs user code while more
 * calls wait, it wakes one helper, which does the same; so a batch of fast calls costs one hand-over, and a batch of
 * slow ones spreads over all threads.
 */
final class SharedWork {
    private SharedWork() {}

    /**
     * Runs what can be claimed of {@code batch} on this thread. {@code wakeHelper} is called at most once, and may do
     * nothing.
     */
    static void run(CallBatch batch, Consumer<? super CallBatch> wakeHelper) {
        boolean woken = false;
        for (int call = batch.claim(); call != CallBatch.NONE; call = batch.claim()) {
            if (!woken && batch.hasUnclaimed()) {
                woken = true;
                wakeHelper.accept(batch);
            }
            batch.run(call);
        }
        batch.flush();
    }
}
