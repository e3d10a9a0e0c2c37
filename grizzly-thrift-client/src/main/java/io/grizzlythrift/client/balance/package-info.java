/**
 * Chooses the server of each call.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.balance.Balancer}.picker(List of {@link io.grizzlythrift.client.balance.BalancedEndpoint}) ---> Picker
 *        |                         the servers that may get calls now: address, load, latency, weight, success rate
 *        |  PeakEwmaBalancer       the default: draws two by weight (WeightedDraw), without the avoided one, and picks the
 *        |                         first unless the other is cheaper: cost is load times latency, divided by weight and
 *        |                         success rate; an UNKNOWN latency costs much
 *        |  RoundRobinBalancer     in turn (Turns, next); skips a server with less weight in some rounds (takes)
 *        |  RendezvousBalancer     by the routing key of the call: hashes of key and server, mixed, give a score; skips
 *        |                         a server with too many calls (room, by loadFactor); without a key, the default picks
 *        v
 *   Picker.pick({@link io.grizzlythrift.client.balance.BalancedCall}, avoided) ---> index of a BalancedEndpoint
 *                ^
 *                |  method and routing key, of {@link io.grizzlythrift.client.balance.RoutingKey}.of(method, arguments)
 *
 *   Balancer               interface: picker; creates the three balancers, checks loadFactor. Nested: Picker, an
 *                          interface with pick. GuardedBalancer (endpoint) catches what the balancer of a user throws
 *   BalancedEndpoint, BalancedCall, RoutingKey   interfaces; Endpoint (endpoint) and PendingCall (inflight)
 *                          implement the first two, users the third
 *
 *   options of the client, which other packages apply; toString lists all values
 *   {@link io.grizzlythrift.client.balance.Aperture}               how many of the servers are used: random, or deterministic from a Position (client N of so
 *                          many clients), which gives the first server (firstOf); maxLoad per server; bounds.
 *                          ApertureSubset (endpoint) selects the servers
 *   {@link io.grizzlythrift.client.balance.OutlierDetection}       when a server is ejected: failuresInRow, successRate, minCalls, interval; initial and max
 *                          backoff, slowStart, panicThreshold; defaults, bounds, off. EndpointHealth (health) ejects
 * </pre>
 */
package io.grizzlythrift.client.balance;
