/**
 * What {@link io.grizzlythrift.strategy.AdaptiveStrategy} learns about each method: whether it is quick enough to run
 * on a selector thread. Time for which the thread was preempted or stopped for garbage collection does not count.
 */
package io.grizzlythrift.strategy.pace;
