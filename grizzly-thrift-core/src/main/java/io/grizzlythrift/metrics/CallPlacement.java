package io.grizzlythrift.metrics;

import java.time.Duration;

/**
 * The threads on which the calls of a method run, as {@link io.grizzlythrift.strategy.AdaptiveStrategy} has learned.
 *
 * @param onSelectorThreads whether they run on the threads that read them; otherwise on the pool
 * @param promotions how often the method was moved from the pool to the selector threads
 * @param demotions how often the method was moved back, each time because of one slow call
 * @param lastSlowCall the time of the slow call that caused the last demotion; zero if there was none
 */
public record CallPlacement(boolean onSelectorThreads, long promotions, long demotions, Duration lastSlowCall) {}
