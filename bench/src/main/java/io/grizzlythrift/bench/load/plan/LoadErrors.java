package io.grizzlythrift.bench.load.plan;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Counts the errors of a run and keeps the first message. Thread-safe. */
public final class LoadErrors {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();

    /** Creates a counter at 0. */
    public LoadErrors() {}

    /**
     * Counts one error.
     *
     * @param what one line with the expected and the actual value
     */
    public void add(String what) {
        first.compareAndSet(null, what);
        count.incrementAndGet();
    }

    /**
     * Returns the number of errors.
     *
     * @return 0 for a valid run
     */
    public long count() {
        return count.get();
    }

    /**
     * Returns the first error.
     *
     * @return empty if there was none
     */
    public Optional<String> first() {
        return Optional.ofNullable(first.get());
    }
}
