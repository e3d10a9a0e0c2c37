/**
 * One connection: the calls it carries, and its life cycle.
 *
 * <pre>
 *   PooledConnection      takes calls (take), queues and flushes them (send). Implements CallConnection (inflight),
 *        |                ConnectionListener (io) and the Listeners of ReplyDispatcher and ReplyReader: opened,
 *        |                connectFailed, replies, closed, broken, unreadable ... Creates and owns those below,
 *        |                InFlightTable and WriteQueue; keeps the TCPNIOConnection and the last error without an id.
 *        |                Reports its load; cancels calls; ends once, also if abandoned calls take all its slots
 *        |                (afterAbandoning), or if it never had a call and its server closes others (endIfNeverCalled);
 *        |                runs tasks on its selector thread
 *        |                ConnectedEndpoint: interface that its endpoint implements. The connection records health and
 *        |                round trips there, and reports its events: opened, roomMade, retire, closeRequested,
 *        |                drainAnnounced, lost
 *        |
 *        |-> ReplyDispatcher    dispatches a FrameBatch by one codec: reads headers, prefetches and finds the call of
 *        |                      each reply, ends it and delivers the reply; counts late and unknown ones; reports
 *        |                      successes to health; errors without an id, replies that cannot be restored, frames of
 *        |                      another format (FormatGuess); rejected calls (RejectedCall, peer), by their
 *        |                      FailureCause; notices that the server closes, drains, or accepts cancel notices
 *        |-> WrittenCalls       listener of WriteQueue: sent, sending (updates the timeout), released, skipped,
 *        |                      writeFailed; ends oneway calls (onewaySent)
 *        |-> UnencodedCalls     ends taken calls that cannot be encoded (notEncoded), or for which there is no memory
 *        |-> FailedCalls        listener of CallDeadlines: fails overdue calls (CallTimeoutException), cancelled calls,
 *        |     |                and the calls left when the connection ends; records failures and timeouts in the
 *        |     |                health of the server; ends the connection if its peer is silent
 *        |     +-> EndReasons   words each reason: silent, lost (by CloseReason), all abandoned, no memory, thrown ...;
 *        |           |          hints: does the peer speak this protocol?
 *        |           +-> EndReason   cause and reason of an end --> CallFailedException; was the call too large?
 *        |-> AbandonedCalls     ends calls without a reply (abandon); counts them: sent or queued; returns their bytes
 *        |-> ReadActivity       counts reads; is the connection idle, or has it stalled? (timer thread)
 *        |-> Retirement         takes no further calls, and ends the connection with its last one (check, on the
 *        |                      selector thread)
 *        |-> CancelNotices      queues a CancelNotice (peer) for each abandoned call, if the server accepts them
 *        +-> ConnectionCleanup  ends everything the connection holds: reports to the endpoint (lost), fails calls,
 *             |                 closes queue, ReplyReader and socket (closeNotify, terminateWithReason), logs; retried
 *             |                 by a timer if that throws
 *             v
 *   inflight, io, health (what replies and failures say about connections and servers)
 * </pre>
 */
package io.grizzlythrift.client.connection;
