/**
 * The limits of a server, and the names under which reaching one is counted.
 *
 * <pre>
 *   ServerLimits.Builder --&gt; ServerLimits   the values, defaults and bounds: connections, calls, memory, bytes, timeouts;
 *                                |            both in one class, with a setter and a getter for each; toString; the default
 *                                |            of maxConnections, by the file descriptors of the process
 *                                |  read by connection, dispatch, reply, memory, timeout
 *                                v
 *   ConcurrencyLimit                       options of a limit that adapts to how long calls take (limits.adaptive): least, most,
 *                                          tolerance, their defaults and checks; computes nothing
 *
 *   a limit is reached   --&gt; LimitType      enum: its name --&gt; ServerCounters.reached(LimitType), log
 * </pre>
 */
package io.grizzlythrift.limits;
