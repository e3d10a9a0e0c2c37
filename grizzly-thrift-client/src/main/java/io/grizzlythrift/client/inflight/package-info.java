/**
 * Calls in progress on one connection. Each call has one state, changed by compare-and-set, so it ends exactly once.
 *
 * <pre>
 *   PendingCall --> InFlightTable --> WriteQueue --> socket
 *     ^             |    ^                             |
 *     |             |    +-- CallDeadlines             |
 *     +-- reply ----+------------------ ReplyReader ---+
 *
 *   InFlightTable   gives the call a sequence id, and finds it again
 *   CallDeadlines   one timer for the earliest deadline of all calls
 *   WriteQueue      one thread at a time writes the frames of many calls at once
 *   ReplyReader     which thread reads: the selector thread, or a blocking caller that is alone in flight
 * </pre>
 */
package io.grizzlythrift.client.inflight;
