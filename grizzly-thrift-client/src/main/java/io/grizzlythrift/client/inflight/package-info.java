/**
 * Calls in progress on one connection.
 *
 * <pre>
 *   PendingCall --> InFlightTable --> WriteQueue --> socket
 *     ^             |    ^                             |
 *     |             |    +-- CallDeadlines             |
 *     +-- reply ----+------------------ ReplyReader ---+
 *
 *   PendingCall      abstract: one call, its state (queued, encoded, sent, ended, abandoned) by compare-and-set, timeout,
 *                    deadline, sendBy, frame, connection, sequence id, the connection to avoid (a retry or hedge), headers,
 *                    listeners, routing key, slowness, the next call of a queue, and how it ended (endedBy). Its subclasses
 *                    (stub; PingCall, pool) define what happens when it is replied to, sent or failed
 *   CallConnection   interface, what a call can ask of its connection: endpoint, cancel, overdue, checkBy, endBroken,
 *                    awaitReply, runOnSelector; PooledConnection (connection) implements it
 *   InheritedContext what a call inherits from the server call whose handler makes it: the remaining time, cancellation
 *                    (watch, release), and the number of earlier attempts
 *   InFlightTable    calls by sequence id, in slots of an array (register, find, remove); assigns ids; limits the number of
 *                    calls; closes if empty; marks and counts slow calls; finds the oldest sent call; visits all; prefetch
 *   CallDeadlines    one timer per connection, for the earliest deadline of all calls (nextCheck): finds calls that are due
 *                    (sendBy, deadline) or to be hedged (hedgeAt); its Listener (overdue, overdueEnded) fails them; checks
 *                    again if that throws
 *   WriteQueue       one thread at a time is the writer (tryBecomeWriter): gathers frames, whole or in part, into one buffer
 *                    and writes it to the channel; Grizzly writes the rest of a partial write (CompletionHandler,
 *                    RestOfWrite); counts calls that await a reply, at most maxInFlight (maySend), and copies of frames
 *                    (CallBuffer); detects a call that was alone in flight; oneway calls; notices between calls; bytes held.
 *                    Nested: its Listener (sent, released, skipped, writeFailed)
 *   ReplyReader      which thread reads: the selector thread, or a blocking caller that is alone in flight, which waits for
 *                    the socket (awaitReply) until another call needs the selector thread (recall); reads what arrived while
 *                    no thread was reading (readPending); a timer (checkIdle) hands an idle connection back and
 *                    closes its CallerSelector. Nested: its Listener (selectorReads, broken), its states (Reader)
 *   CallerSelector   where that caller waits until the socket is readable or it is woken: a Selector of the connection
 *   MpscCallQueue    the lock-free queue of calls of WriteQueue (add, peek, take), linked through the calls; its initial node
 *                    is a PendingCall that does nothing
 * </pre>
 */
package io.grizzlythrift.client.inflight;
