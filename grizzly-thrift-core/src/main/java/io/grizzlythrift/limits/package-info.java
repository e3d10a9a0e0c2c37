/**
 * The limits of a server, and the names under which reaching one is counted.
 *
 * <pre>
 *   ServerLimits.Builder --&gt; ServerLimits   the values, defaults and bounds of connections (per address, age),
 *                                |             calls (in flight, per connection; queue and call timeouts, queueTarget),
 *                                |             bytes (buffered, write buffers) and timeouts (frame, write, idle, first
 *                                |             call, handshake); a setter in the nested Builder and a getter for each;
 *                                |             toString; the default of maxConnections depends on the file
 *                                |             descriptors of the process
 *                                |  read by connection, dispatch, reply, memory, timeout
 *                                v
 *   ConcurrencyLimit                       options of the limit that adapts to how long calls take (limits.adaptive):
 *                                          min, max, tolerance, with their defaults and checks; computes nothing
 *
 *   a limit is reached   --&gt; LimitType      enum: its name --&gt; ServerCounters.reached(LimitType), log
 * </pre>
 */
package io.grizzlythrift.limits;
