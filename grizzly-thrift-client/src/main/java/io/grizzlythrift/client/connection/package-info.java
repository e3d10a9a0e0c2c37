/**
 * One connection: the calls it carries, and its life cycle.
 *
 * <pre>
 *   PooledConnection      takes calls (take, send); listener of ConnectionListener (io), ReplyDispatcher and
 *        |                ReplyReader (inflight): opened, broken, unreadable ... Creates and owns those below. Reports its
 *        |                load; cancels calls; ends once, also if abandoned calls take all its slots, or if it never had a
 *        |                call and its server closes others (endIfNeverCalled); runs tasks on its selector thread
 *        |                ConnectedEndpoint: interface that its endpoint implements. The connection records health and
 *        |                round trips there, and reports its events: opened, retire, closeRequested, lost
 *        |
 *        |-> ReplyDispatcher    reads headers, finds the call of each reply, ends the call and delivers the reply; late and
 *        |                      unknown replies, errors without an id, replies that cannot be restored; rejected calls
 *        |                      (RejectedCall, peer), by their FailureCause; notices that the server closes, drains, or
 *        |                      accepts cancel notices
 *        |-> WrittenCalls       listener of WriteQueue: what was sent, skipped or not written; ends oneway calls
 *        |-> UnencodedCalls     ends calls that were taken but cannot be encoded, or for which there is no memory
 *        |-> FailedCalls        listener of CallDeadlines: fails overdue calls, cancelled calls, and the calls left when the
 *        |     |                connection ends; records failures and timeouts in the health of the server; ends the
 *        |     |                connection if its peer is silent
 *        |     +-> EndReasons   words each reason, with hints: does the peer speak this protocol?
 *        |           +-> EndReason   cause and reason of an end --> CallFailedException; was the call perhaps too large?
 *        |-> AbandonedCalls     counts calls that ended without a reply, by their state: sent or in the queue; returns their
 *        |                      bytes
 *        |-> ReadActivity       counts reads; is the connection idle, or has it stalled? (timer thread)
 *        |-> Retirement         takes no further calls, and ends the connection with its last one (check, on the selector
 *        |                      thread)
 *        |-> CancelNotices      notifies the server of abandoned calls, if it accepts such notices
 *        +-> ConnectionCleanup  ends everything the connection holds: reports to the endpoint, fails calls, closes the queue,
 *             |                 the ReplyReader and the socket; retried by a timer if that throws
 *             v
 *   inflight, io, health (what replies and failures say about connections and servers)
 * </pre>
 */
package io.grizzlythrift.client.connection;
