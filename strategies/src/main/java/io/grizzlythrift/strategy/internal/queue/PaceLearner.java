package io.grizzlythrift.strategy.internal.queue;

import java.util.Optional;

/** The threads of a strategy that may choose threads by how long the calls of a method take. */
@FunctionalInterface
public interface PaceLearner {
    /**
     * Begins to learn how long the calls of a method take.
     *
     * @param method the name of the method, as shown in logs
     * @return the pace that {@link PacedCall#pace} must return for its calls; empty if this strategy does not need it
     */
    Optional<MethodPace> learn(String method);
}
