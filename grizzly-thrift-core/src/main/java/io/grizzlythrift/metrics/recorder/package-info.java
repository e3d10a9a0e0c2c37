/**
 * Records what {@link io.grizzlythrift.metrics} shows.
 *
 * <pre>
 *   connection, dispatch --&gt; CounterRecorder, LimitReporter (also logs)
 *   a thread's calls     --&gt; CallRecorder --&gt; AccumulatorTable of the thread: a MethodAccumulator for each method
 *                                               |        CountedMethods: which names get one
 *   calls that end on any thread --&gt; MethodMetricsRecorder: sums the tables when they are read
 *   MBeanRegistration --&gt; ServerMBean: counters and metrics over JMX
 * </pre>
 */
package io.grizzlythrift.metrics.recorder;
