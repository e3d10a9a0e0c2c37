/**
 * Publishes the metrics of a client to Micrometer. The only package of the client that needs {@code
 * io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ClientCounters, EndpointMetrics (metrics)       recorded by the client in any case
 *        |  ThriftClientMetricsBinder                 a MeterBinder: counters of the client (FunctionCounter on
 *        |                                            ClientCounters, failed calls by FailureCause), and gauges and
 *        |                                            counters of each endpoint with the tag endpoint (bindEndpoint),
 *        |                                            registered and removed as servers come and go (BoundEndpoints);
 *        |                                            all with the tag client; no cost per call; close removes all
 *        v
 *   MeterRegistry                                   Prometheus, StatsD, JMX, ...
 *        ^
 *        |  ThriftClientCallTimer                     an interceptor: one Timer per service, method, endpoint and
 *        |                                            outcome (Key; nameOf), registered at the first such call, with
 *        |                                            the settings of the user; tag values of enums (tagValue), for
 *        |                                            both classes. On the server: ThriftServerCallTimer, TagValues
 *   ClientCallInfo, ClientCallOutcome (call)
 * </pre>
 */
package io.grizzlythrift.client.micrometer;
