/**
 * The servers of a client, and the connections to each of them.
 *
 * <pre>
 *   EndpointSet           all servers, kept by host and port while their list changes (added, gone); which may take calls:
 *        |                connected, not ejected (or in panic), in the zone. check: stalled servers, success rates, aperture;
 *        |                names (at most 20) and metrics of all
 *        |                EndpointSelection: immutable result of that: usable servers with their picker, kept while they are
 *        |                the same, those to probe and to connect; pick; isOpenElsewhere
 *        |                GuardedBalancer: the balancer of the user, or the default where that throws or
 *        |                returns no index of a server; logs
 *        |                ApertureSubset: which of many servers are used, by their order; grows and shrinks with the load
 *        v
 *   Endpoint              one server as the others see it: address, load, round trip, state and metrics. connect: opens a
 *        |                connection, or gives one that is being opened already; firstConnection: only if none is open;
 *        |                does what follows when one is opened, retired or lost; leaves. listener: changed, connectFailed
 *        |                EndpointConnections: its lock, and the lists under it: being opened, up to 16 at a time, open,
 *        |                retiring; may there be more (canGrow)? what follows from a change (Attempt, Opening, Loss); numbers
 *        |                OpenConnections: the array of open ones, copied on change: the least loaded one, of some drawn if
 *        |                there are many; cost of a connection for a call (held up, avoided); a reserve free of slow calls
 *        |                DownLog: logs once that there is none. ServerDrain: did the server just ask for the end of one?
 *        |                ReconnectBackoff: after each failure to connect, doubling, at random (a timer)
 *        v
 *   connection: one of its connections --> ConnectedEndpoint, which Endpoint implements: opened, retire, lost ...
 * </pre>
 */
package io.grizzlythrift.client.endpoint;
