/**
 * What {@link io.grizzlythrift.strategy.AdaptiveStrategy} learns of each method: is it quick enough for a selector thread?
 *
 * <pre>
 *   PaceRules          record: the bound of a quick call; how many in a row, and for how long, before a method runs on selector
 *        |             threads; how long it stays away after a slow call (waitAfter). Numbers only
 *        v
 *   {@link io.grizzlythrift.strategy.pace.MethodPace}         one method: isQuick; told of calls on the pool (ranOnPool: counts those in a row, promotes)
 *        |             and on selector threads (ranOnSelector, tooSlow: demotes at once); how many of them share one reading of
 *        |             the clock (segment); tells its listener of each change, and counts them
 *        +-- PaceListener    interface: a method was promoted or demoted, and why; the strategy logs it
 *
 *   StolenTime         interface: how long the current thread could not run since a moment, so that a preempted call is not a
 *        |             slow one
 *        +-- ThreadStolenTime    waited for a core (second number of schedstat, Linux), or was stopped to collect garbage
 *                                (GarbageCollectorMXBean)
 * </pre>
 */
package io.grizzlythrift.strategy.pace;
