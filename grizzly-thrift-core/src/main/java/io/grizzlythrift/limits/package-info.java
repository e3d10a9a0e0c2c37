/**
 * The limits of a server, and the names under which reaching one is counted.
 *
 * <pre>
 *   ServerLimits.Builder --&gt; ServerLimits   the values: connections, calls, memory, bytes, timeouts
 *                                |  read by connection, dispatch, reply, memory, timeout
 *                                v
 *   a limit is reached   --&gt; LimitType      its name --&gt; ServerCounters.reached(LimitType), log
 * </pre>
 */
package io.grizzlythrift.limits;
