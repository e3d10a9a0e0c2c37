/**
 * Publishes what a client does to Micrometer. The only package of the client that needs
 * {@code io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ClientCounters, EndpointMetrics (metrics)       recorded by the client in any case
 *        |  ThriftClientMetricsBinder                 meters of the client and its endpoints; adds no cost to a call
 *        v
 *   MeterRegistry                                   Prometheus, StatsD, JMX, ...
 *        ^
 *        |  ThriftClientCallTimer                     an interceptor: one Timer per service, method, endpoint and outcome
 *   ClientCallInfo, ClientCallOutcome (call)
 * </pre>
 */
package io.grizzlythrift.client.micrometer;
