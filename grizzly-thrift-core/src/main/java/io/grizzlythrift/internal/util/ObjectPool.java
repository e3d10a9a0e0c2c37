package io.grizzlythrift.internal.util;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A bounded pool of idle objects, for threads that must not keep one of their own. A thread that comes back is likely to get
 * the object that it added last.
 *
 * <p>Thread-safe without locks: an object is owned by the thread that swaps it out of its slot atomically. That swap, and the
 * compare-and-set that added the object, order all accesses to it. Plain reads are used only to skip slots. A search is
 * not atomic, so it may miss an idle object or a free slot while others change; that costs a new object.
 *
 * @param <T> the type of the objects
 */
public final class ObjectPool<T> {
    /** 2^64 divided by the golden ratio: the ids of threads started in a row become slots that are far apart. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final AtomicReferenceArray<T> slots;

    /**
     * Creates an empty pool.
     *
     * @param max the maximum number of objects that the pool keeps
     */
    public ObjectPool(int max) {
        slots = new AtomicReferenceArray<>(max);
    }

    /** Removes and returns an object. Returns null if the pool is empty. */
    public T take() {
        int slot = firstSlot();
        for (int i = 0; i < slots.length(); i++, slot = next(slot)) {
            if (slots.getPlain(slot) != null) {
                T object = slots.getAndSet(slot, null);
                if (object != null) {
                    return object;
                }
            }
        }
        return null;
    }

    /** Adds an object that is no longer in use. Returns false, and drops it, if the pool is full. */
    public boolean offer(T object) {
        int slot = firstSlot();
        for (int i = 0; i < slots.length(); i++, slot = next(slot)) {
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, object)) {
                return true;
            }
        }
        return false;
    }

    /** {@return the number of idle objects, which other threads may change at any time} */
    public int size() {
        int found = 0;
        for (int slot = 0; slot < slots.length(); slot++) {
            found += slots.get(slot) != null ? 1 : 0;
        }
        return found;
    }

    @SuppressWarnings("deprecation") // threadId() is not in Java 17
    private int firstSlot() {
        long spread = (Thread.currentThread().getId() * SPREAD) >>> Integer.SIZE;
        return (int) ((spread * slots.length()) >>> Integer.SIZE);
    }

    private int next(int slot) {
        return slot + 1 == slots.length() ? 0 : slot + 1;
    }
}
