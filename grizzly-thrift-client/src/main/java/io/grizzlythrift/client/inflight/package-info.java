/**
 * Calls in progress on one connection.
 *
 * <pre>
 *   PendingCall --> InFlightTable --> WriteQueue --> socket
 *     ^             |    ^                             |
 *     |             |    +-- CallDeadlines             |
 *     +-- reply ----+------------------ ReplyReader ---+
 *
 *   PendingCall      abstract: one call, its state (queued, encoded, sent, ended, abandoned) by compare-and-set,
 *                    timeout, deadline, sendBy, frame with its TimeoutField, connection and sequence id (assign), the
 *                    connection to avoid (a retry or hedge), headers, listeners, routing key, what it inherits,
 *                    slowness, the next call of a queue, and how it ended (endedBy). A FrameTarget (codec) and
 *                    BalancedCall (balance). Its subclasses (stub; PingCall, pool) define what happens when it is
 *                    replied to, sent or failed
 *   CallConnection   interface: what a call can ask of PooledConnection (connection): endpoint, cancel,
 *                    cancelInherited, overdue, checkBy, endBroken, awaitReply, wakeReader, runOnSelector
 *   InheritedContext what a call inherits from its parent, the CallContext of the server call whose handler makes it:
 *                    the remaining time, cancellation (watch, release), and the number of earlier attempts
 *                    (PreviousAttempts, peer)
 *   InFlightTable    calls by sequence id, in slots of an array (places, mask; register, find, remove); assigns ids
 *                    (the first is CLIENT_ID), kept with the size in one atomic number (lastIdAndSize); limits the
 *                    number of calls; closes if empty; marks and counts slow calls until they are removed; finds the
 *                    oldest sent call; visits all; prefetch
 *   CallDeadlines    one timer per connection, or endpoint, for the earliest deadline of all calls (nextCheck): finds calls that are
 *                    due (sendBy, deadline) or to be hedged (hedgeAt), and the time of the next one (nextDue); its
 *                    Listener (overdue, overdueEnded) fails them; checks again if that throws
 *   WriteQueue       one thread at a time is the writer (tryBecomeWriter): gathers frames, whole or in part (partial),
 *                    into one buffer (DirectBuffers, memory.pool) and writes it to the channel; Grizzly writes the rest of a
 *                    partial write, and all with TLS (CompletionHandler, RestOfWrite); counts calls that await a reply,
 *                    at most maxInFlight (maySend, countReplies), and copies of frames (CallBuffer); detects a call
 *                    that was alone in flight; oneway calls; notices between calls; bytes held or released. Nested: its
 *                    Listener (sending, sent, released, skipped, writeFailed)
 *   ReplyReader      which thread reads: the selector thread, or a blocking caller that is alone in flight, after 16
 *                    such calls (loneCalls) and without TLS, which waits for the socket (awaitReply) until another call
 *                    needs the selector thread (recall); switches READ events off and on; reads what arrived while no
 *                    thread was reading (readPending); a timer (checkIdle) hands an idle connection back within 30 ms
 *                    and closes its CallerSelector. Nested: its Listener (selectorReads, broken), its states (Reader)
 *   CallerSelector   where that caller waits until the socket is readable or it is woken: a Selector of the connection,
 *                    opened for the first wait, with the channel registered for OP_READ
 *   MpscCallQueue    the lock-free queue of calls of WriteQueue (add, peek, take), linked through the calls, from taken
 *                    to last; its initial node (NoCall) is a PendingCall that does nothing
 * </pre>
 */
package io.grizzlythrift.client.inflight;
