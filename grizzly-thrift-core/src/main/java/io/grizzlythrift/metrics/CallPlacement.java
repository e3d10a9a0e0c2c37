package io.grizzlythrift.metrics;

import java.time.Duration;

/**
 * Where the calls of a method run, as {@link io.grizzlythrift.strategy.AdaptiveStrategy} has learned.
 *
 * @param onSelectorThreads whether they run on the threads that read them; otherwise on the pool
 * @param promotions how often they moved from the pool to the selector threads
 * @param demotions how often they moved back, each time because of one slow call
 * @param lastSlowCall how long the slow call took that moved them back last; zero if there was none
 */
public record CallPlacement(boolean onSelectorThreads, long promotions, long demotions, Duration lastSlowCall) {}
