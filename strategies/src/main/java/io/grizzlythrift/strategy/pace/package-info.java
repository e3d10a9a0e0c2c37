/**
 * What {@link io.grizzlythrift.strategy.AdaptiveStrategy} learns about each method: whether it is quick enough to run
 * on a selector thread.
 *
 * <pre>
 *   PaceRules          record of numbers: the bound of a quick call, and constants: how many calls in a row, and for
 *        |             how long (first and longest wait), before a method runs on selector threads; what counts as
 *        |             preemption; how long it stays on the pool after slow calls (waitAfter; doubles until recovered)
 *        v
 *   {@link io.grizzlythrift.strategy.pace.MethodPace}         one method: isQuick; counts consecutive quick calls on the pool, tolerates a few
 *        |             preempted ones, and promotes (ranOnPool); demotes when slow calls on a selector thread (isSlow)
 *        |             take too long, alone or together (tooSlow); how many calls share one clock reading (segment,
 *        |             ranOnSelector); notifies its listener of each change, and counts promotions and demotions
 *        +-- PaceListener    interface: a method was promoted or demoted, and why; AdaptiveThreads (worker) logs it
 *
 *   StolenTime         interface: how long the current thread could not run, so that a preempted call does not count as
 *        |             slow: refresh, since
 *        +-- ThreadStolenTime    the time it waited for a core (secondNumber of schedstat, Linux: a RandomAccessFile),
 *                                or was stopped for garbage collection (count and time of each GarbageCollectorMXBean)
 * </pre>
 */
package io.grizzlythrift.strategy.pace;
