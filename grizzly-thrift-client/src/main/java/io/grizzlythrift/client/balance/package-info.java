/**
 * Chooses the server of each call.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.balance.Balancer}.picker(List of {@link io.grizzlythrift.client.balance.BalancedEndpoint}) ---> Picker
 *        |                         the servers that may get calls now: address, load, latency, weight
 *        |  PeakEwmaBalancer       the default: draws two at random, without the avoided one, and picks the lower cost:
 *        |                         load times latency, divided by weight; an UNKNOWN latency costs much
 *        |  RoundRobinBalancer     in turn (Turns, next); skips a server with less weight in some rounds
 *        |  RendezvousBalancer     by the routing key of the call: hashes of key and server give a score; skips a
 *        |                         server with too many calls (loadFactor); without a key, the default picks
 *        v
 *   Picker.pick({@link io.grizzlythrift.client.balance.BalancedCall}, avoided) ---> index of a BalancedEndpoint
 *                ^
 *                |  method and routing key, of {@link io.grizzlythrift.client.balance.RoutingKey}(method, arguments)
 *
 *   Balancer               interface: creates the three balancers, checks loadFactor; nested: Picker
 *   BalancedEndpoint, BalancedCall, RoutingKey   interfaces; Endpoint (endpoint) and PendingCall (inflight)
 *                          implement the first two
 *
 *   options of the client, which other packages apply
 *   {@link io.grizzlythrift.client.balance.Aperture}               how many of the servers are used: random, or deterministic from a position (firstOf); maxLoad
 *                          per server. ApertureSubset (endpoint) selects the servers
 *   {@link io.grizzlythrift.client.balance.OutlierDetection}       when a server is ejected: failuresInRow, successRate, minCalls, interval; backoff, slowStart,
 *                          panicThreshold; their defaults and bounds, off. EndpointHealth (health) ejects
 *   FractionBounds         checks options that are fractions
 * </pre>
 */
package io.grizzlythrift.client.balance;
