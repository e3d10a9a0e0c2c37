/**
 * What {@link io.grizzlythrift.strategy.AdaptiveStrategy} learns about each method: whether it is quick enough to run on a
 * selector thread.
 *
 * <pre>
 *   PaceRules          record of numbers: the bound of a quick call; how many calls in a row, and for how long, before a
 *        |             method runs on selector threads; how long it stays on the pool after a slow call (waitAfter)
 *        v
 *   {@link io.grizzlythrift.strategy.pace.MethodPace}         one method: isQuick; counts consecutive quick calls on the pool and promotes (ranOnPool);
 *        |             demotes at once after a slow call on a selector thread (tooSlow); how many calls share one clock
 *        |             reading (segment, ranOnSelector); notifies its listener of each change, and counts changes
 *        +-- PaceListener    interface: a method was promoted or demoted, and why; the strategy logs it
 *
 *   StolenTime         interface: how long the current thread could not run, so that a preempted call does not count as slow
 *        +-- ThreadStolenTime    the time it waited for a core (second number of schedstat, Linux), or was stopped for
 *                                garbage collection (GarbageCollectorMXBean)
 * </pre>
 */
package io.grizzlythrift.strategy.pace;
