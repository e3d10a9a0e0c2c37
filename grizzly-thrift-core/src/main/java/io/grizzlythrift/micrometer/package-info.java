/**
 * Publishes the counters and metrics of a server to Micrometer. The only package that needs
 * {@code io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ServerCounters, ServerMetrics (metrics)   recorded by the server in any case
 *        |  ThriftServerMetricsBinder           a MeterBinder: registers gauges and counters of the server, by getters of
 *        |                                      ServerCounters; binds each method; removes all at close; publishes the text
 *        |                                      of Prometheus by the server
 *        |  MethodMeters                        counters and timers of one method: outcome, bytes, queued, handled
 *        |  TagValues                           enum constants as tag values
 *        v
 *   MeterRegistry                             Prometheus, StatsD, JMX, ...
 *        |  PrometheusText                      finds the text of a registry of Prometheus (scrape), also within others
 *        ^
 *        |  ThriftServerCallTimer               an interceptor: one Timer per service, method and outcome, created at the
 *        |                                      first such call; further methods share one when there are many
 *   CallContext, CallOutcome (call)
 * </pre>
 */
package io.grizzlythrift.micrometer;
