package io.grizzlythrift.strategy.pace;

/**
 * How long a thread could not run although it had work: it waited for a core, or the JVM had stopped it to collect garbage.
 * Only for one thread.
 */
public interface StolenTime extends AutoCloseable {
    /** {@return that of the calling thread} */
    static StolenTime ofCurrentThread() {
        return ThreadStolenTime.ofCurrentThread();
    }

    /**
     * Notes the state now, if the one noted last is a millisecond old.
     *
     * @param now as {@link System#nanoTime()}
     */
    void refresh(long now);

    /**
     * Returns the stolen time since the state noted last, and notes that of now. It may include up to a millisecond before
     * the time of interest.
     *
     * @param now as {@link System#nanoTime()}
     * @return nanoseconds, at least 0
     */
    long since(long now);

    /** Closes its files, if there are any. May be called twice. */
    @Override
    void close();
}
