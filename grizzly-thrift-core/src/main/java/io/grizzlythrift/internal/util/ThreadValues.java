package io.grizzlythrift.internal.util;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * A value of each thread, like a {@link ThreadLocal}, which its owner can take back from all threads. A long-lived thread
 * may belong to a container whose Grizzly an application shares: such a thread must not keep objects of the application.
 * Then only an empty array remains with the thread.
 *
 * <p>Thread-safe.
 */
public final class ThreadValues<T> {
    @SuppressWarnings("ThreadLocalUsage") // the values belong to one owner
    private final ThreadLocal<Object[]> holders = new ThreadLocal<>();

    /** The holders of long-lived threads, as long as these threads live. Guarded by itself. */
    private final Set<Object[]> longLived = Collections.newSetFromMap(new WeakHashMap<>());

    /** {@return the value of the calling thread; null if it has none} */
    @SuppressWarnings("unchecked") // only set stores values
    public T get() {
        Object[] holder = holders.get();
        return holder == null ? null : (T) holder[0];
    }

    /** Sets the value of the calling thread. */
    public void set(T value) {
        Object[] holder = holders.get();
        if (holder == null) {
            holder = new Object[1];
            holders.set(holder);
        }
        holder[0] = value;
        if (LongLivedThreads.isCurrent()) {
            synchronized (longLived) {
                longLived.add(holder);
            }
        }
    }

    /** Removes the value of the calling thread. */
    public void remove() {
        Object[] holder = holders.get();
        if (holder != null) {
            holder[0] = null;
        }
    }

    /** Removes the values of long-lived threads. A thread that still uses its value may set another one. */
    public void clear() {
        synchronized (longLived) {
            longLived.forEach(holder -> holder[0] = null);
            longLived.clear();
        }
    }
}
