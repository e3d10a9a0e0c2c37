/**
 * Calls on their way over one connection.
 *
 * <pre>
 *   PendingCall --> InFlightTable --> WriteQueue --> socket
 *     ^             |    ^                             |
 *     |             |    +-- CallDeadlines             |
 *     +-- reply ----+------------------ ReplyReader ---+
 *
 *   PendingCall      abstract: one call, its state (queued, encoded, sent, ended, abandoned) by compare-and-set, timeout,
 *                    deadline, sendBy, frame, connection, sequence id, the one it avoids (a retry), headers, listeners,
 *                    routing key, slowness, the next call of a queue, and how it ended (endedBy). Its kinds (stub; PingCall,
 *                    pool) say what happens when it is replied, sent or failed
 *   CallConnection   interface, what a call knows of its connection: endpoint, cancel, overdue, checkBy, endBroken,
 *                    awaitReply, runOnSelector; PooledConnection (connection) implements it
 *   InheritedContext what a call inherits from the call of a server whose handler makes it: the time left, cancellation
 *                    (watch, release), and how often it was tried before
 *   InFlightTable    calls by sequence id, in places of an array (register, find, remove); gives the next id; the limit of
 *                    calls; closes if empty; marks and counts slow ones; the oldest sent; visits all
 *   CallDeadlines    one timer of a connection for the earliest deadline of all calls (nextCheck): checks which are due
 *                    (sendBy, deadline) or to be hedged (hedgeAt); decides only that, its Listener (overdue, overdueEnded)
 *                    fails them; tries again if that throws
 *   WriteQueue       one thread at a time is the writer (tryBecomeWriter): gathers frames, whole or in part, into one buffer
 *                    and writes it to the channel; the rest of a write, by Grizzly (CompletionHandler, RestOfWrite); counts
 *                    calls that await a reply, at most maxInFlight (maySend); was a call alone in flight? oneway calls;
 *                    notices between calls; bytes held. Nested: its Listener (sent, released, skipped, writeFailed)
 *   ReplyReader      which thread reads: the selector thread, or a blocking caller that is alone in flight, which waits for the
 *                    socket (awaitReply) until another call recalls the reading; looks for what came
 *                    meanwhile (readPending); a timer (checkIdle) gives an idle connection back and closes its
 *                    CallerSelector. Nested: its Listener (selectorReads, broken), its states (Reader)
 *   CallerSelector   where that caller waits until the socket is readable, or it is woken: a Selector of the connection
 *   MpscCallQueue    the lock-free queue of calls below it (add, peek, take), linked through the calls; its first, empty
 *                    element is a PendingCall that does nothing
 * </pre>
 */
package io.grizzlythrift.client.inflight;
