/**
 * The counters of a client, and the state of its servers.
 *
 * <pre>
 *   ThriftClient.counters()  --> {@link io.grizzlythrift.client.metrics.ClientCounters}       interface: calls, connections, bytes, replies, retries, hedges,
 *                                                     resolutions; getters only. LiveCounters (completion) implements
 *                                                     it. calls = completed + failed(cause)... + inFlight
 *   ThriftClient.endpoints() --> {@link io.grizzlythrift.client.metrics.EndpointMetrics}      record of one endpoint: state, connections, load, latency, attempts
 *                                                     to connect, ejections, last failure; refuses null values;
 *                                                     created by EndpointConnections (endpoint)
 *                                                     {@link io.grizzlythrift.client.metrics.EndpointState}: open, warming, ejected, probing ...
 *   JMX                      --> {@link io.grizzlythrift.client.metrics.ThriftClientMXBean}   interface: getters for all of these, of failures and endpoints as
 *                                                     maps by name; no code. ClientMBean (client) implements it
 * </pre>
 */
package io.grizzlythrift.client.metrics;
