package io.grizzlythrift.inspect;

import java.time.Duration;

/**
 * What {@link io.grizzlythrift.strategy.AdaptiveStrategy} has decided for a method. Immutable.
 *
 * @param onSelectorThreads whether its calls run on the threads that read them; otherwise on the pool
 * @param reason why, in words
 * @param promotions how often it was moved from the pool to the selector threads
 * @param demotions how often it was moved back
 * @param lastSlowCall the time of the last slow call on a selector thread; zero if there was none
 */
public record PlacementSnapshot(
        boolean onSelectorThreads, String reason, long promotions, long demotions, Duration lastSlowCall) {}
