/**
 * Calls on their way over one connection.
 *
 * <pre>
 *   Call --> InFlightTable: sequence id --> Outbound: one writer, one write for all queued calls --> socket
 *     ^             |    ^
 *     |             |    +-- CallDeadlines: one timer for the earliest deadline of all calls
 *     +-- reply ----+
 * </pre>
 */
package io.grizzlythrift.client.inflight;
