/**
 * Which connection takes a call, and the life of a connection.
 *
 * <pre>
 *   ConnectionPool        start: begins interceptors, assigns the call to the cheapest of all open connections (fewest calls;
 *        |                not avoided, reserved or held up), encodes it, checks its size and counts its bytes, sends it;
 *        |                refuses it and words why none takes it; grows; closes all
 *        |                SlowMethods: is the next call of a method expected to be prompt? One score per method
 *        |                HeldUpCheck: timer, looks for slow calls every 10 ms while calls are in flight
 *        v
 *   Endpoint              one server, its list of open connections: one attempt to connect at a time, backs off after each
 *        |                failure, doubling (a timer); replaces lost or retired ones; logs that there is none (down);
 *        |                counts opened and closed ones. Round trip; a reserve free of slow calls
 *        |                PipeliningHint: logs that a server seems to lose pipelined calls
 *        v
 *   PooledConnection      takes calls; listener of ConnectionListener (io), WriteQueue and ReplyDispatcher: opened, broken,
 *        |                sent, unreadable ... Makes and owns those below. Cancels calls; ends once; runs tasks on its
 *        |                selector
 *        |                FailedCalls: listener of CallDeadlines, fails overdue calls and those of an ended connection;
 *        |                ends a silent one
 *        |                EndReasons: words each reason; EndReason: cause and reason of an end --> CallFailedException;
 *        |                was the call perhaps too large?
 *        |                ConnectionCleanup: ends all that the connection holds; again by a timer if that throws
 *        |                ReplyDispatcher: reads headers, finds the call of a reply; late and unknown replies; rejected
 *        |                calls (RejectedCall, peer), by their FailureCause; notices that the server closes
 *        |                HeldUpDetector: which calls are slow and may hold up the replies to later ones; does this peer
 *        |                reply in order? Marks calls as slow, learns from their replies
 *        |                CancelNotices: tells the server which calls are not waited for any more, if it takes notices
 *        |                AbandonedCalls: calls that ended without a reply, by their state: sent or in the queue; bytes
 *        |                SilentPeerDetector: three calls in a row timed out and no byte came: has the peer vanished? Not
 *        |                while a call in flight is older than the first of these time-outs
 *        v
 *   inflight, io
 *
 *   ClientContext         record of what all of them share: config, threads, completion, codecs, clock, write buffers
 * </pre>
 */
package io.grizzlythrift.client.pool;
