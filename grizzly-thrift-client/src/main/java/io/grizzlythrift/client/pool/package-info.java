/**
 * Which connection takes a call, and the life of a connection.
 *
 * <pre>
 *   ConnectionPool        start: begins interceptors, has the call assigned, encoded and sent; an inherited cancellation or
 *        |                deadline; refuses a call and words why; updates the others when a server changes (Changes); closes
 *        |                all; endpoints(...): other servers from now on
 *        |                CallEncoder: encodes a call with a codec, checks its size and takes its bytes of maxQueuedBytes
 *        |                HeldUpCheck: only the timer, every 10 ms while calls are in flight; what it runs looks for slow
 *        |                calls and compares servers
 *        v
 *   ConnectionChooser     which connection takes a call (assign): the balancer (balance) picks the server, if there are
 *        |                several; then the one with the fewest calls, not held up, reserved or avoided; another one if it
 *        |                is full; opens more (grow, connectAll); gives ejected servers their probe; why there is none
 *        |                Pings: pings idle connections, and ejected servers, if that is wanted, by a timer
 *        |                PingCall: one ping, a PendingCall; ends its connection if no reply comes
 *        v
 *   EndpointSet           all servers, kept by host and port while their list changes (added, gone); which may take calls:
 *        |                connected, not ejected (or in panic), in the zone. check: stalled servers, success rates, aperture;
 *        |                names (at most 20) and metrics of all
 *        |                EndpointSelection: immutable result of that: usable servers with their picker, kept while they are
 *        |                the same, those to probe and to connect; pick; isOpenElsewhere
 *        |                GuardedBalancer: the balancer of the user, or the default where that throws or
 *        |                returns no index of a server; logs
 *        |                ApertureSubset: which of many servers are used, by their order; grows and shrinks with the load
 *        v
 *   Endpoint              one server: connections being opened, up to 16 at a time, and retiring ones; may there be more
 *        |                (canGrow)? connect: opens one, or gives one that is being opened already; firstConnection: only if none is
 *        |                open; replaces lost or retired ones;
 *        |                leaves; counts them. Round trip; its state and metrics; listener: changed, connectFailed
 *        |                OpenConnections: the array of open ones, copied on change: the least loaded one, of some drawn if
 *        |                there are many; cost of a connection for a call (held up, avoided); a reserve free of slow calls
 *        |                DownLog: logs once that there is none. ServerDrain: did the server just ask for the end of one?
 *        |                ReconnectBackoff: after each failure to connect, doubling, at random (a timer)
 *        v
 *   PooledConnection      takes calls (take, send); listener of ConnectionListener (io), WriteQueue, ReplyReader and
 *        |                ReplyDispatcher: opened, broken, sent, unreadable ... Makes and owns those below. Load, is it idle, stalled, retiring?
 *        |                cancels calls; ends once; runs tasks on its selector
 *        |                FailedCalls: listener of CallDeadlines, fails overdue calls, cancelled ones and those of an ended
 *        |                connection; records failures and time-outs with the health of the server; ends a silent one
 *        |                EndReasons: words each reason, with hints: does the peer speak this protocol? EndReason: cause and
 *        |                reason of an end --> CallFailedException; was the call perhaps too large?
 *        |                ConnectionCleanup: ends all that the connection holds: tells the endpoint, fails calls, closes the
 *        |                queue, the ReplyReader and the socket; again by a timer if that throws
 *        |                ReplyDispatcher: reads headers, finds the call of a reply, ends it and delivers; late and unknown
 *        |                replies, errors without an id, replies that cannot be restored; rejected calls (RejectedCall,
 *        |                peer), by their FailureCause; notices that the server closes or drains, or takes cancel notices
 *        |                CancelNotices: tells the server which calls are not waited for any more, if it takes notices
 *        |                AbandonedCalls: counts calls that ended without a reply, by their state: sent or in the queue;
 *        |                gives back their bytes
 *        v
 *   inflight, io, health (what replies and failures say of connections and servers)
 *
 *   ClientContext         record of what all of them share: config, threads, completion, codecs, clock, write buffers; timeout
 *                         and StubHeaders (codec) from CallOptions; maxInFlight, 1 if unframed calls are not pipelined
 * </pre>
 */
package io.grizzlythrift.client.pool;
