/**
 * Calls on their way over one connection.
 *
 * <pre>
 *   PendingCall --> InFlightTable --> WriteQueue --> socket
 *     ^             |    ^
 *     |             |    +-- CallDeadlines
 *     +-- reply ----+
 *
 *   PendingCall      abstract: one call, its state (queued, encoded, sent, ended, abandoned) by compare-and-set, deadline,
 *                    frame, connection, listeners, and how it ended
 *   CallConnection   what a call knows of its connection: endpoint, cancel, overdue, endBroken, runOnSelector
 *   InFlightTable    calls by sequence id, in slots of an array; the limit of calls; counts slow ones; visits all
 *   CallDeadlines    one timer for the earliest deadline of all calls; checks which are due (sendBy, deadline), tries again
 *                    if its Listener (overdue, overdueEnded) throws
 *   WriteQueue       one thread at a time is the writer: gathers frames, whole or in part, into one buffer and writes it;
 *                    counts calls that await a reply, at most maxInFlight; the rest of a write; oneway calls; bytes held.
 *                    Nested: its Listener
 *   MpscCallQueue    the lock-free queue of calls below it, linked through the calls
 * </pre>
 */
package io.grizzlythrift.client.inflight;
