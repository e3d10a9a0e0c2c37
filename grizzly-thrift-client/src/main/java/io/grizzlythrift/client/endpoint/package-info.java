/**
 * The servers of a client, and the connections to each of them.
 *
 * <pre>
 *   EndpointSet           all servers, identified by host and port when their list changes (added, gone); which may take
 *        |                calls: connected, not ejected (or in panic), in the zone. check: stalled servers, success rates,
 *        |                aperture; names (at most 20) and metrics of all
 *        |                EndpointSelection: immutable result of that: usable servers with their picker, which is reused
 *        |                while they are the same, those to probe and to connect; pick; isOpenElsewhere
 *        |                GuardedBalancer: the balancer of the user, or the default where that one throws or returns an
 *        |                index out of range; logs
 *        |                ApertureSubset: which of many servers are used, by their order; grows and shrinks with the load
 *        v
 *   Endpoint              one server as the others see it: address, load, round trip, state and metrics. connect: opens a
 *        |                connection, or returns one that is already being opened; firstConnection: only if none is open;
 *        |                acts when a connection is opened, retired or lost; leave. listener: changed, connectFailed
 *        |                EndpointConnections: its lock, and the lists it guards: being opened (up to 16 at a time), open,
 *        |                retiring; decides whether there may be more (canGrow), and what follows from a change (Attempt,
 *        |                Opening, Loss); why none is open (unavailableReason); metrics
 *        |                OpenConnections: the copy-on-write array of open ones: the least loaded one, of a few drawn at
 *        |                random if there are many; cost of a connection for a call (held up, avoided); a reserve free of
 *        |                slow calls
 *        |                DownLog: logs once that no connection is open. ServerDrain: did the server recently ask to close
 *        |                one? ReconnectBackoff: after each failure to connect, doubling, with jitter (a timer)
 *        v
 *   connection: one of its connections --> ConnectedEndpoint, which Endpoint implements: opened, retire, lost ...
 * </pre>
 */
package io.grizzlythrift.client.endpoint;
