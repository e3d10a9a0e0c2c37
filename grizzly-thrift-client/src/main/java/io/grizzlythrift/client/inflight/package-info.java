/**
 * Calls on their way over one connection.
 *
 * <pre>
 *   PendingCall --> InFlightTable --> WriteQueue --> socket
 *     ^             |    ^
 *     |             |    +-- CallDeadlines
 *     +-- reply ----+
 *
 *   PendingCall      one call: its state (waiting, sending, sent, ended, abandoned), deadline and frame; ends once
 *   CallConnection   what a call knows of its connection: cancel, overdue
 *   InFlightTable    calls by sequence id; the limit of calls in flight
 *   CallDeadlines    one timer for the earliest deadline of all calls
 *   WriteQueue       one thread at a time is the writer and writes all queued calls at once
 *   MpscCallQueue    the lock-free queue of calls below it
 * </pre>
 */
package io.grizzlythrift.client.inflight;
