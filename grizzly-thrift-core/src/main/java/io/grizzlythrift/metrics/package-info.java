/**
 * What a server has done and does now, readable by any thread. The package metrics.recorder records it.
 *
 * <pre>
 *   ThriftServer.counters() --&gt; ServerCounters       interface: connections, calls, errors, limits, memory, of the whole server
 *   ThriftServer.metrics()  --&gt; ServerMetrics        interface: the metrics of each method, a listener for new methods; how many
 *                                                    undeclared names are counted before "(other)"
 *                                 MethodMetrics      record of one method: calls by outcome (EnumMap), bytes, two Timings
 *                                 Timing             record: count, total, max, mean
 *                                 CallPlacement      record: do calls of a method run on selector threads, how often did that
 *                                                    change, and why (strategy adaptive)
 *   JMX                     --&gt; ThriftServerMXBean   interface: both of them, as getters (ServerMBean, metrics.recorder)
 *                                 MethodMetricsData  wraps a MethodMetrics in types of JMX: getters, maps by name, millis
 * </pre>
 */
package io.grizzlythrift.metrics;
