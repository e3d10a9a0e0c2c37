/**
 * Records the numbers that {@link io.grizzlythrift.metrics} shows.
 *
 * <pre>
 *   connection, dispatch --&gt; CounterRecorder: one counter per event      LimitReporter: counts and logs a reached limit
 *
 *   calls of a thread --&gt; CallRecorder: counts them, attributes the time between two clock readings
 *                            v
 *                         AccumulatorTable: the methods of one thread --&gt; MethodAccumulator: the numbers of one method
 *                            |        CountedMethods: the method names that get numbers of their own
 *                            v
 *   calls that end on another thread --&gt; MethodMetricsRecorder: all tables, summed when they are read
 *
 *   MBeanRegistration: registers a server with JMX --&gt; ServerMBean: counters and metrics as an MBean
 * </pre>
 */
package io.grizzlythrift.metrics.recorder;
