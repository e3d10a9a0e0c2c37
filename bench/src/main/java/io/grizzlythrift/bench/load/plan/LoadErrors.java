package io.grizzlythrift.bench.load.plan;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Counts what went wrong in a run and keeps the first message. Any thread may use it. */
public final class LoadErrors {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();

    /** Makes a counter at 0. */
    public LoadErrors() {}

    /**
     * Counts one error.
     *
     * @param what a line that says what was expected and what came
     */
    public void add(String what) {
        first.compareAndSet(null, what);
        count.incrementAndGet();
    }

    /**
     * How many there were.
     *
     * @return 0 for a run that counts
     */
    public long count() {
        return count.get();
    }

    /**
     * The first error.
     *
     * @return empty if there was none
     */
    public Optional<String> first() {
        return Optional.ofNullable(first.get());
    }
}
