package io.grizzlythrift.strategy.internal.threads;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.nio.DefaultSelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * A selector handler whose selectors put ready keys into a reused array instead of a hash set, which would allocate an entry
 * for each key and scatter them over a table.
 *
 * <p>Keys that an exception leaves unserved are dropped before the next selection, which finds them ready again: selectors
 * are level-triggered. A hash set would keep them with stale ready operations.
 *
 * <p>Serves any number of selectors, each of which is run by one thread at a time.
 */
public class ArraySelectorHandler extends DefaultSelectorHandler {
    private final Map<SelectorRunner, ReadyKeys> readyKeys = new ConcurrentHashMap<>();

    /** Creates a handler without selectors. */
    public ArraySelectorHandler() {
        // selectors are added as they are run
    }

    @Override
    public final Set<SelectionKey> select(SelectorRunner runner) throws IOException {
        ReadyKeys ready = readyKeys.computeIfAbsent(runner, any -> new ReadyKeys());
        ready.clear();
        Selector selector = runner.getSelector();
        if (mayBlock() && runner.getPostponedTasks().isEmpty()) {
            selector.select(ready, getSelectTimeout());
        } else {
            selector.selectNow(ready);
        }
        selected(ready.size());
        return ready;
    }

    /**
     * Returns whether the current thread may wait for connections to become ready. Called before each selection.
     *
     * @return true unless a subclass has other work for the thread
     */
    protected boolean mayBlock() {
        return true;
    }

    /**
     * Called after each selection, by the thread that serves its connections.
     *
     * @param ready the number of ready connections
     */
    protected void selected(int ready) {
        // for subclasses
    }
}
