/**
 * Which server takes a call.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.balance.Balancer}.picker(List of {@link io.grizzlythrift.client.balance.BalancedEndpoint}) ---> Picker
 *        |                         the servers that may take calls now: address, load, latency, weight
 *        |  PeakEwmaBalancer       the default: of two drawn at random, the one with less load times latency
 *        |  RoundRobinBalancer     in turn, by weight
 *        |  RendezvousBalancer     by the routing key of the call; passes over a server with too many calls
 *        v
 *   Picker.pick({@link io.grizzlythrift.client.balance.BalancedCall}, avoided) ---> index of a BalancedEndpoint
 *                ^
 *                |  method and routing key, of {@link io.grizzlythrift.client.balance.RoutingKey}(method, arguments)
 *
 *   options of the client
 *   {@link io.grizzlythrift.client.balance.Aperture}              how many of many servers are used at all: random or deterministic; grows with the load
 *   {@link io.grizzlythrift.client.balance.OutlierDetection}      when a server is ejected, backoff, slow start, panic
 *   FractionBounds         checks options that are fractions
 * </pre>
 */
package io.grizzlythrift.client.balance;
