package io.grizzlythrift.strategy.internal.queue;

/** A call that knows how quick the calls of the same method have been. */
@FunctionalInterface
public interface PacedCall {
    /**
     * Returns the pace of its method. For the thread that has claimed the call and not run it.
     *
     * @return the result of {@link PaceLearner#learn} for its method; null if the method is not known
     */
    MethodPace pace();
}
