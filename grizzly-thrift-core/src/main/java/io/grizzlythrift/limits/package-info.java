/**
 * The limits of a server, and the names under which reaching one is counted.
 *
 * <pre>
 *   ServerLimits.builder() --&gt; ServerLimits: the bounds --&gt; connection, dispatch, reply, memory
 *   a bound is reached     --&gt; LimitType:  which one   --&gt; ServerCounters.reached(LimitType), log
 * </pre>
 */
package io.grizzlythrift.limits;
