package io.grizzlythrift.strategy;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import org.glassfish.grizzly.nio.DefaultSelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * Informs the selector thread about each selection: deferred flushes happen before the thread may block in the next
 * select, and it does not block while a batch is deferred.
 */
final class FlushBeforeSelect extends DefaultSelectorHandler {
    @Override
    public boolean preSelect(SelectorRunner runner) throws IOException {
        boolean selects = super.preSelect(runner);
        if (Thread.currentThread() instanceof SelectorThread thread) {
            thread.beforeSelect();
        }
        return selects;
    }

    @Override
    public Set<SelectionKey> select(SelectorRunner runner) throws IOException {
        if (!(Thread.currentThread() instanceof SelectorThread thread)) {
            return super.select(runner);
        }
        Set<SelectionKey> ready = thread.hasDeferred() ? selectNow(runner) : super.select(runner);
        thread.selected(ready.size());
        return ready;
    }

    private static Set<SelectionKey> selectNow(SelectorRunner runner) throws IOException {
        Selector selector = runner.getSelector();
        selector.selectNow();
        return selector.selectedKeys();
    }
}
