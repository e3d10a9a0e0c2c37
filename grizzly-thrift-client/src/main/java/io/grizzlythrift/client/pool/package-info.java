/**
 * Which connection takes a call, and the life of a connection.
 *
 * <pre>
 *   ConnectionPool        start: begins interceptors, assigns the call to the open connection with the fewest calls, encodes
 *        |                it, checks its size and counts its bytes, sends it; words why none takes it; grows; closes all
 *        |                SlowMethods: is the next call of a method expected to be prompt?
 *        |                HeldUpCheck: looks for slow calls every 10 ms while calls are in flight
 *        v
 *   Endpoint              one server: one attempt to connect at a time, backs off after each failure, doubling; replaces lost
 *        |                connections; logs that there is none; keeps one connection free of slow calls
 *        |                PipeliningHint: logs that a server seems to lose pipelined calls
 *        v
 *   PooledConnection      takes calls; listener of ConnectionListener (io), WriteQueue, CallDeadlines and ReplyDispatcher:
 *        |                opened, broken, overdue, sent, unreadable ... Ends once, and with it all its calls; words each
 *        |                reason; cancels, times out; runs tasks on its selector
 *        |                EndReason: cause and reason of an end --> CallFailedException
 *        |                ReplyDispatcher: reads headers, finds the call of a reply; late and unknown replies
 *        |                HeldUpDetector: which calls are slow and may hold up the replies to later ones; does this peer
 *        |                reply in order?
 *        |                AbandonedCalls: calls that ended without a reply, sent or in the queue; their bytes
 *        |                SilentPeerDetector: three calls in a row timed out and no byte came: has the peer vanished? Not
 *        |                while a call in flight is older than the first of these time-outs
 *        v
 *   inflight, io
 *
 *   ClientContext         record of what all of them share: config, threads, completion, codecs, clock, write buffers
 * </pre>
 */
package io.grizzlythrift.client.pool;
