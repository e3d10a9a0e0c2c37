/**
 * Publishes the counters and metrics of a server to Micrometer. The only package that needs
 * {@code io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ServerCounters, ServerMetrics (metrics)   recorded by the server in any case
 *        |  ThriftServerMetricsBinder           meters of the server; adds no cost to a call
 *        |  MethodMeters                        meters of one method
 *        |  TagValues                           enum constants as tag values
 *        v
 *   MeterRegistry                             Prometheus, StatsD, JMX, ...
 * </pre>
 */
package io.grizzlythrift.micrometer;
