/**
 * Calls on their way over one connection.
 *
 * <pre>
 *   PendingCall --> InFlightTable: sequence id --> WriteQueue: one writer, one write for all queued calls --> socket
 *     ^             |    ^
 *     |             |    +-- CallDeadlines: one timer for the earliest deadline of all calls
 *     +-- reply ----+
 * </pre>
 */
package io.grizzlythrift.client.inflight;
