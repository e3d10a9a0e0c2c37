/**
 * A call in progress: encoded on the thread of its caller, in flight on one connection, decoded and completed where the
 * caller or callback runs. Each call has one state, changed by compare-and-set, so it ends exactly once.
 *
 * <pre>
 *   arguments --> CallCodec --> frame
 *                                 v
 *   PendingCall --> InFlightTable --> WriteQueue --> socket      one thread at a time writes the frames of many calls
 *     ^             |    ^                             |
 *     |             |    +-- CallDeadlines             |         one timer for the earliest deadline of all calls
 *     +-- reply ----+------------------ ReplyReader ---+         the selector thread, or a blocking caller alone in flight
 *     v
 *   CallCompletion --> interceptors --> counters --> caller      retried if memory ran out
 * </pre>
 */
package io.grizzlythrift.client.internal.call;
