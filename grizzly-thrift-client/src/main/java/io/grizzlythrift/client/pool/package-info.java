/**
 * Which connection takes a call, and the life of a connection.
 *
 * <pre>
 *   ConnectionPool        start: begins interceptors, has the call assigned, encoded and sent; refuses it and words why; closes
 *        |                all; endpoints(...): other servers from now on
 *        |                CallEncoder: encodes a call, checks its size and counts its bytes
 *        |                HeldUpCheck: timer, looks for slow calls every 10 ms while calls are in flight, and compares servers
 *        v
 *   ConnectionChooser     which connection takes a call: the balancer (balance) picks the server, if there are several; then the
 *        |                one with the fewest calls, not held up, reserved or avoided; grows; probes ejected servers
 *        |                Pings: pings idle connections, and ejected servers, if that is wanted; PingCall: one ping
 *        v
 *   EndpointSet           all servers, kept by host and port while their list changes; who may take calls: connected, not
 *        |                ejected (or in panic), in the zone --> EndpointSelection, immutable, with its picker
 *        |                GuardedBalancer: the balancer of the user, or the default where that throws
 *        |                ApertureSubset: which of many servers are used; grows with the load
 *        v
 *   Endpoint              one server: opens connections, up to 16 at a time; replaces lost or retired ones; counts
 *        |                them. Round trip; health: is it ejected?
 *        |                OpenConnections: the least loaded one, of many connections of some; a reserve free of slow calls
 *        |                DownLog: logs that there is none. ServerDrain: when the server asked for the end of one
 *        |                ReconnectBackoff: after each failure to connect, doubling (a timer)
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
 *        |                CancelNotices: tells the server which calls are not waited for any more, if it takes notices
 *        |                AbandonedCalls: calls that ended without a reply, by their state: sent or in the queue; bytes
 *        v
 *   inflight, io, health (what replies and failures say of connections and servers)
 *
 *   ClientContext         record of what all of them share: config, threads, completion, codecs, clock, write buffers
 * </pre>
 */
package io.grizzlythrift.client.pool;
