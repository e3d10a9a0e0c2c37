/**
 * The counters and metrics of a server, readable by any thread. The package metrics.recorder records them.
 *
 * <pre>
 *   ThriftServer.counters() --&gt; ServerCounters       interface: connections, calls, errors, limits, memory of the
 *                                                       whole server
 *   ThriftServer.metrics()  --&gt; ServerMetrics        interface: the metrics of each method (methods, method), a
 *                                                       listener for new methods (onMethod); the number of
 *                                                       undeclared names that are counted separately from
 *                                                       "(other)"
 *                                 MethodMetrics      record of one method: calls by outcome (EnumMap) and in all,
 *                                                    bytes, two Timings (queued, handled); checks for null
 *                                 Timing             record: count, total, max, mean
 *                                 CallPlacement      record: whether calls of a method run on selector threads, how
 *                                                    often that changed, and the cause (strategy adaptive)
 *   JMX                     --&gt; ThriftServerMXBean   interface: both of them, as getters (ServerMBean,
 *                                                       metrics.recorder)
 *                                 MethodMetricsData  wraps a MethodMetrics and its CallPlacement in types of JMX:
 *                                                    getters, maps by name, milliseconds
 * </pre>
 */
package io.grizzlythrift.metrics;
