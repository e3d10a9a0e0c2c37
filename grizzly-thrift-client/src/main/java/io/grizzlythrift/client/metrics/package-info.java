/**
 * What a client counts.
 *
 * <pre>
 *   ThriftClient.counters()  --> {@link io.grizzlythrift.client.metrics.ClientCounters}       interface: calls, connections, bytes, replies, retries, hedges,
 *                                                     resolutions; getters only. LiveCounters (completion) implements it.
 *                                                     calls = completed + failed(cause)... + inFlight
 *   ThriftClient.endpoints() --> {@link io.grizzlythrift.client.metrics.EndpointMetrics}      record of one endpoint: connections, load, latency, attempts to connect,
 *                                                     ejections, last failure; made by the Endpoint (endpoint)
 *                                                     {@link io.grizzlythrift.client.metrics.EndpointState}: open, warming, ejected, probing ...
 *   JMX                      --> {@link io.grizzlythrift.client.metrics.ThriftClientMXBean}   interface: both of them, as getters; ClientMBean (client) implements it
 * </pre>
 */
package io.grizzlythrift.client.metrics;
