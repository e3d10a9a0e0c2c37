/**
 * Calls on their way over one connection.
 *
 * <pre>
 *   PendingCall --> InFlightTable --> WriteQueue --> socket
 *     ^             |    ^
 *     |             |    +-- CallDeadlines
 *     +-- reply ----+
 *
 *   PendingCall      abstract: one call, its state (queued, encoded, sent, ended, abandoned) by compare-and-set, timeout,
 *                    deadline, frame, connection, the one it avoids (a retry), listeners, slowness, and how it ended
 *   CallConnection   what a call knows of its connection: endpoint, cancel, overdue, checkBy, endBroken, runOnSelector
 *   InheritedContext what a call inherits from the call of a server whose handler makes it: deadline, cancellation, and
 *                    whether it was tried before
 *   InFlightTable    calls by sequence id, in places of an array (register, find, remove); the limit of calls; marks and
 *                    counts slow ones; the oldest; visits all
 *   CallDeadlines    one timer for the earliest deadline of all calls; checks which are due (sendBy, deadline) or to be
 *                    hedged (hedgeAt), tries again
 *                    if its Listener (overdue, overdueEnded) throws
 *   WriteQueue       one thread at a time is the writer: gathers frames, whole or in part, into one buffer and writes it to
 *                    the channel; the rest of a write, by Grizzly (CompletionHandler); counts calls that await a reply, at
 *                    most maxInFlight (maySend); oneway calls; notices between calls; bytes held. Nested: its Listener
 *   MpscCallQueue    the lock-free queue of calls below it, linked through the calls; its first, empty element is a
 *                    PendingCall that does nothing
 * </pre>
 */
package io.grizzlythrift.client.inflight;
