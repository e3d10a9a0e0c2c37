/**
 * Shows a server's numbers in a registry of Micrometer. The only package that needs {@code io.micrometer:micrometer-core},
 * which is an optional dependency.
 *
 * <pre>
 *   ServerCounters, ServerMetrics      counted by the server anyway
 *        |  ThriftServerMetricsBinder    meters that read them: nothing is added to a call
 *        v
 *   MeterRegistry                      Prometheus, StatsD, JMX, ...
 * </pre>
 */
package io.grizzlythrift.micrometer;
