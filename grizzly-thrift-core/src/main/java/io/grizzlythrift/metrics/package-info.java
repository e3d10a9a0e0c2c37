/**
 * What a server has done and does now, readable by any thread.
 *
 * <pre>
 *   ThriftServer.counters() --&gt; ServerCounters: connections, calls, errors, limits, memory
 *   ThriftServer.metrics()  --&gt; ServerMetrics: method by method --&gt; MethodMetrics: counts, bytes, Timing: count, total, max
 *   JMX                     --&gt; ThriftServerMXBean: both of them --&gt; MethodMetricsData: MethodMetrics in types of JMX
 *
 *   The numbers come from the room metrics.recorder.
 * </pre>
 */
package io.grizzlythrift.metrics;
