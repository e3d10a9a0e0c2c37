package io.grizzlythrift.strategy.internal.threads;

import java.io.IOException;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * Notifies the selector thread of each selection, so that deferred flushes happen before the thread may block in the next
 * select, and it does not block while a batch is deferred.
 */
public final class FlushBeforeSelect extends ArraySelectorHandler {
    @Override
    public boolean preSelect(SelectorRunner runner) throws IOException {
        // facts.md#a-paused-transport-skips-preselect
        boolean selects = super.preSelect(runner);
        if (Thread.currentThread() instanceof SelectorThread thread) {
            thread.beforeSelect();
        }
        return selects;
    }

    @Override
    protected boolean mayBlock() {
        return !(Thread.currentThread() instanceof SelectorThread thread && thread.hasDeferred());
    }

    @Override
    protected void selected(int ready) {
        if (Thread.currentThread() instanceof SelectorThread thread) {
            thread.selected(ready);
        }
    }
}
