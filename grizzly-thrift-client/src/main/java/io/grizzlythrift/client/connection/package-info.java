/**
 * One connection: the calls that it carries, and its life.
 *
 * <pre>
 *   PooledConnection      takes calls (take, send); listener of ConnectionListener (io), ReplyDispatcher and
 *        |                ReplyReader (inflight): opened, broken, unreadable ... Makes and owns those below. Load; cancels calls; ends once; runs tasks on
 *        |                its selector
 *        |                ConnectedEndpoint: interface that its endpoint implements: what a connection records there, such as
 *        |                health and round trip, and reports: opened, retire, closeRequested, lost
 *        |
 *        |-> ReplyDispatcher    reads headers, finds the call of a reply, ends it and delivers; late and unknown replies,
 *        |                      errors without an id, replies that cannot be restored; rejected calls (RejectedCall, peer), by
 *        |                      their FailureCause; notices that the server closes or drains, or takes cancel notices
 *        |-> WrittenCalls       listener of WriteQueue: what was sent, skipped or not written; ends oneway calls
 *        |-> UnencodedCalls     ends taken calls that cannot be encoded, or for which there is no memory
 *        |-> FailedCalls        listener of CallDeadlines, fails overdue calls, cancelled ones and those of an ended
 *        |     |                connection; records failures and time-outs with the health of the server; ends a silent one
 *        |     +-> EndReasons   words each reason, with hints: does the peer speak this protocol?
 *        |           +-> EndReason   cause and reason of an end --> CallFailedException; was the call perhaps too large?
 *        |-> AbandonedCalls     counts calls that ended without a reply, by their state: sent or in the queue; gives back
 *        |                      their bytes
 *        |-> ReadActivity       counts reads; is it idle, has it stalled? (timer thread)
 *        |-> Retirement         takes no further calls, ends with the last one (check, on the selector)
 *        |-> CancelNotices      tells the server which calls are not waited for any more, if it takes notices
 *        +-> ConnectionCleanup  ends all that the connection holds: tells the endpoint, fails calls, closes the queue, the
 *             |                 ReplyReader and the socket; again by a timer if that throws
 *             v
 *   inflight, io, health (what replies and failures say of connections and servers)
 * </pre>
 */
package io.grizzlythrift.client.connection;
