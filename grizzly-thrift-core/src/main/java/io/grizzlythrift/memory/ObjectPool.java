package io.grizzlythrift.memory;

/**
 * A bounded stack of reusable objects. The object added last is taken first. Thread-safe.
 *
 * @param <T> the type of the objects
 */
public final class ObjectPool<T> {
    private final Object[] pooled;
    private int size;

    /**
     * Creates an empty pool.
     *
     * @param max the maximum number of objects that the pool keeps
     */
    public ObjectPool(int max) {
        pooled = new Object[max];
    }

    /** Removes and returns the object added last. Returns null if the pool is empty. */
    @SuppressWarnings("unchecked") // only offer() adds objects
    public synchronized T take() {
        if (size == 0) {
            return null;
        }
        T newest = (T) pooled[--size];
        pooled[size] = null;
        return newest;
    }

    /** Adds an object that is no longer in use. Returns false, and drops it, if the pool is full. */
    public synchronized boolean offer(T object) {
        if (size == pooled.length) {
            return false;
        }
        pooled[size++] = object;
        return true;
    }

    synchronized int size() {
        return size;
    }
}
