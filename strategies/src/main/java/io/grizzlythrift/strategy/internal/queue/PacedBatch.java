package io.grizzlythrift.strategy.internal.queue;

/** A batch of calls that knows how quick the calls of each method have been. */
public interface PacedBatch {
    /**
     * Returns the {@link PacedCall#pace} of the call that would be claimed now. For the only thread that works on this
     * batch; another thread may at most reject or drop the remaining calls.
     *
     * @return null if no call is left, or if its method is not known
     */
    MethodPace nextPace();

    /**
     * Returns how many calls in a row, from the next one, are known to call the same method, so that one {@link #nextPace}
     * is enough for all of them. While no other thread works on this batch, these are claimed next.
     *
     * @param max how many calls the caller would run, at least 1
     * @return 1 to {@code max}; 1 if the next call is not known to call that method
     */
    default int countOfSameMethod(int max) {
        return 1;
    }
}
