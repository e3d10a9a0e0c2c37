/**
 * Publishes what a client does to Micrometer. The only package of the client that needs
 * {@code io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ClientCounters, EndpointMetrics (metrics)       recorded by the client in any case
 *        |  ThriftClientMetricsBinder                 a MeterBinder: counters of the client and, by the tag endpoint,
 *        |                                            gauges and counters of each, added and removed as servers come and
 *        |                                            go (BoundEndpoints); no cost per call; removes all at close
 *        v
 *   MeterRegistry                                   Prometheus, StatsD, JMX, ...
 *        ^
 *        |  ThriftClientCallTimer                     an interceptor: one Timer per service, method, endpoint and outcome
 *        |                                            (Key), registered at the first such call, with the settings of the
 *        |                                            user; tag values of enums (tagValue), for both
 *   ClientCallInfo, ClientCallOutcome (call)
 * </pre>
 */
package io.grizzlythrift.client.micrometer;
