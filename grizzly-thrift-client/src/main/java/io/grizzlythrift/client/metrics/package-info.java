/**
 * What a client counts.
 *
 * <pre>
 *   ThriftClient.counters()  --> {@link io.grizzlythrift.client.metrics.ClientCounters}       interface: calls, connections, bytes, replies; LiveCounters (completion)
 *                                                     implements it. calls = completed + failed(cause)... + inFlight
 *   ThriftClient.endpoints() --> {@link io.grizzlythrift.client.metrics.EndpointMetrics}      record of one endpoint: connections, calls in flight and waiting, attempts to connect
 *   JMX                      --> {@link io.grizzlythrift.client.metrics.ThriftClientMXBean}   interface: both of them, as getters
 * </pre>
 */
package io.grizzlythrift.client.metrics;
