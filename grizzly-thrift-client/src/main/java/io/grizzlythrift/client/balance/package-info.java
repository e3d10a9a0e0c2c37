/**
 * Which server takes a call.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.balance.Balancer}.picker(List of {@link io.grizzlythrift.client.balance.BalancedEndpoint}) ---> Picker
 *        |                         the servers that may take calls now: address, load, latency, weight
 *        |  PeakEwmaBalancer       the default: of two drawn at random, never the avoided one, the one with the lower cost:
 *        |                         load times latency, divided by weight; an UNKNOWN latency costs much
 *        |  RoundRobinBalancer     in turn (Turns, next); a server of less weight is skipped in some rounds
 *        |  RendezvousBalancer     by the routing key of the call: hashes of key and server give a score; passes over a
 *        |                         server with too many calls (loadFactor); without a key as the default does
 *        v
 *   Picker.pick({@link io.grizzlythrift.client.balance.BalancedCall}, avoided) ---> index of a BalancedEndpoint
 *                ^
 *                |  method and routing key, of {@link io.grizzlythrift.client.balance.RoutingKey}(method, arguments)
 *
 *   Balancer               interface: makes the three, checks loadFactor; nested: the Picker, which does the work
 *   BalancedEndpoint, BalancedCall, RoutingKey   interfaces; Endpoint (endpoint) and PendingCall (inflight)
 *                          implement the first two
 *
 *   options of the client, which others carry out
 *   {@link io.grizzlythrift.client.balance.Aperture}               how many of many servers are used at all: random or deterministic, from which on (firstOf);
 *                          maxLoad per server. ApertureSubset (endpoint) takes the servers
 *   {@link io.grizzlythrift.client.balance.OutlierDetection}       when a server is ejected: failuresInRow, successRate, minCalls, interval; backoff, slowStart,
 *                          panicThreshold; their defaults and bounds, off. EndpointHealth (health) ejects
 *   FractionBounds         checks options that are fractions
 * </pre>
 */
package io.grizzlythrift.client.balance;
