package io.grizzlythrift.memory;

/** Keeps a bounded number of objects to be used again, the newest first. May be used by any number of threads. */
public final class ObjectPool<T> {
    private final Object[] spares;
    private int size;

    /**
     * Makes an empty pool.
     *
     * @param max how many are kept at most
     */
    public ObjectPool(int max) {
        spares = new Object[max];
    }

    /** Returns the object that was given last, or null if there is none. */
    @SuppressWarnings("unchecked") // only offer() puts objects there
    public synchronized T take() {
        if (size == 0) {
            return null;
        }
        T newest = (T) spares[--size];
        spares[size] = null;
        return newest;
    }

    /** Keeps an object that nobody uses any more. Returns false if there are enough. */
    public synchronized boolean offer(T spare) {
        if (size == spares.length) {
            return false;
        }
        spares[size++] = spare;
        return true;
    }

    synchronized int size() {
        return size;
    }
}
