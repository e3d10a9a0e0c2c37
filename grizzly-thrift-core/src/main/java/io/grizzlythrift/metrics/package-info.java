/**
 * What a server has done and does now, to be read by any thread.
 *
 * <pre>
 *   ThriftServer.counters() --&gt; ServerCounters: connections, calls, limits, memory
 *   ThriftServer.metrics()  --&gt; ServerMetrics --&gt; MethodMetrics, Timing: method by method
 *   JMX                     --&gt; ThriftServerMXBean --&gt; MethodMetricsData
 * </pre>
 */
package io.grizzlythrift.metrics;
