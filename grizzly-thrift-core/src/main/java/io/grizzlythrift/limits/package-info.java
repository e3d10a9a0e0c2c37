/**
 * The limits of a server, and the names under which reaching one is counted. {@code ServerLimits} holds the values with
 * their defaults and bounds; {@code LimitType} names a limit in counters and logs. Connections, calls, replies, memory
 * and timeouts each read their own limits.
 */
@NullMarked
package io.grizzlythrift.limits;

import org.jspecify.annotations.NullMarked;
