package io.grizzlythrift.strategy.internal.queue;

/**
 * Measures how long a thread could not run although it had work, because it waited for a core or the JVM had stopped it to
 * collect garbage. Used by one thread, which may be another one.
 */
public interface RunDelay extends AutoCloseable {
    /** {@return the run delay of the calling thread, for any one thread} */
    static RunDelay ofCurrentThread() {
        return ThreadRunDelay.ofCurrentThread();
    }

    /**
     * Takes a reading, unless the last one is at most one millisecond old.
     *
     * @param now as {@link System#nanoTime()}
     */
    void refresh(long now);

    /**
     * Returns the delay since the last reading, and takes a new one. The result may include a delay in the millisecond
     * before the last {@link #refresh}.
     *
     * @param now as {@link System#nanoTime()}
     * @return nanoseconds, at least 0
     */
    long since(long now);

    /** Closes any open file. May be called twice. */
    @Override
    void close();
}
