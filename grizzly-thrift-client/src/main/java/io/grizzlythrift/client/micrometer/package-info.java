/**
 * Publishes what a client does to Micrometer. The only package of the client that needs
 * {@code io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ClientCounters, EndpointMetrics (metrics)       recorded by the client in any case
 *        |  ThriftClientMetricsBinder                 a MeterBinder: reads the counters of the client and, by the tag
 *        |                                            endpoint, gauges of each; no cost per call; removes all at close
 *        v
 *   MeterRegistry                                   Prometheus, StatsD, JMX, ...
 *        ^
 *        |  ThriftClientCallTimer                     an interceptor: one Timer per service, method, endpoint and outcome,
 *        |                                            created at the first such call; tag values of enums, for both
 *   ClientCallInfo, ClientCallOutcome (call)
 * </pre>
 */
package io.grizzlythrift.client.micrometer;
