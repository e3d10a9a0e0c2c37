/**
 * The servers of a client, and the connections to each of them.
 *
 * <pre>
 *   EndpointSet           all servers, identified by host and port when their list changes (added, gone); update: which
 *        |                may take calls: connected, not ejected (or in panic), in the zone. check: stalled servers,
 *        |                decay of latencies, success rates, aperture (adapt); names (firstNames: at most 20), metrics
 *        |                EndpointSelection: immutable result of that: usable servers with their picker, which is
 *        |                reused while they and their addresses are the same, those to probe, being connected, and to
 *        |                connect; pick, for a call, with the one to avoid; isOpenElsewhere
 *        |                GuardedBalancer: the balancer of the user, or the default (fallback) where that one throws or
 *        |                returns an index out of range; logs
 *        |                ApertureSubset: which of many servers are used (Used), by their order, random or rotated;
 *        |                replaces ejected ones, but ignores ejection in a panic; its size grows and shrinks with the
 *        |                load
 *        v
 *   Endpoint              one server as a balancer and connections see it: address, load, latency, weight, state.
 *        |                connect: opens a connection (Connector, io), or returns one that is already being opened;
 *        |                firstConnection: only if none is open; acts when a connection is opened, retired or lost:
 *        |                counts it, updates health; isStalled; leave. listener: changed, connectionWanted,
 *        |                connectFailed
 *        |                EndpointConnections: its lock, and the lists it guards: connecting (up to 16 at a time),
 *        |                open, retiring; decides whether there may be more (canGrow, Phase), and what follows from a change
 *        |                (Attempt, Opening, Loss), such as a backoff; counts closed ones; why none is open
 *        |                (unavailableReason); round trip, EndpointMetrics
 *        |                OpenConnections: the copy-on-write array of open ones (add, remove): the least loaded one, of
 *        |                a few drawn at random if there are many; load of all; cost of a connection for a call (held
 *        |                up, avoided), the cheapest; a reserve free of slow calls
 *        |                WaitingCalls: the calls that no connection has taken yet, in order; a CallConnection and
 *        |                CallDeadlines.Listener (inflight) for them. Sends the first one as soon as a connection has
 *        |                room (roomMade, sendWaiting); moves them to other endpoints (moveWaiting) or fails them
 *        |                (keepWaiting) if none can be opened; limits: mostWaiting, maxWait while isFull
 *        |                DownLog: logs once that no connection is open (level WARN or DEBUG). ServerDrain: did the
 *        |                server recently ask to close one, or reject a call because it drains? ReconnectBackoff: after
 *        |                each failure to connect, an ExponentialBackoff (retry), with a timer
 *        v
 *   connection: one of its connections --> ConnectedEndpoint, which Endpoint implements: opened, retire, lost ...
 * </pre>
 */
package io.grizzlythrift.client.endpoint;
