/**
 * What a client counts.
 *
 * <pre>
 *   ThriftClient.counters()  --> {@link io.grizzlythrift.client.metrics.ClientCounters}       interface: calls, connections, bytes, replies; LiveCounters (completion)
 *                                                     implements it. calls = completed + failed(cause)... + inFlight
 *   ThriftClient.endpoints() --> {@link io.grizzlythrift.client.metrics.EndpointMetrics}      record of one endpoint: connections, load, latency, attempts to connect, ejections
 *                                                     {@link io.grizzlythrift.client.metrics.EndpointState}: open, ejected, probing ...
 *   JMX                      --> {@link io.grizzlythrift.client.metrics.ThriftClientMXBean}   interface: both of them, as getters
 * </pre>
 */
package io.grizzlythrift.client.metrics;
