/**
 * Publishes the metrics of a client to Micrometer. The only package of the client that needs {@code
 * io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ClientCounters, EndpointMetrics (metrics)       recorded by the client in any case
 *        |  ThriftClientMetricsBinder                 a MeterBinder: counters of the client, and gauges and counters of
 *        |                                            each endpoint with the tag endpoint, registered and removed as
 *        |                                            servers come and go (BoundEndpoints); no cost per call; close
 *        |                                            removes all
 *        v
 *   MeterRegistry                                   Prometheus, StatsD, JMX, ...
 *        ^
 *        |  ThriftClientCallTimer                     an interceptor: one Timer per service, method, endpoint and outcome
 *        |                                            (Key), registered at the first such call, with the settings of the
 *        |                                            user; tag values of enums (tagValue), for both classes
 *   ClientCallInfo, ClientCallOutcome (call)
 * </pre>
 */
package io.grizzlythrift.client.micrometer;
