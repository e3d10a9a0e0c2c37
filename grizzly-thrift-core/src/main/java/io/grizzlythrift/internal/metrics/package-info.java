/**
 * Records the numbers that {@link io.grizzlythrift.metrics} exposes. Each thread counts into a table of its own,
 * without locks; reading a metric adds up the tables of all threads.
 *
 * <pre>
 *   events of the server --> CounterRecorder, LimitReporter (with its log)
 *   a call ends --> CallRecorder, one per thread --> AccumulatorTable: one MethodAccumulator per method
 *                                                         ^
 *                             a reader --> MethodMetricsRecorder: adds up the tables
 * </pre>
 */
package io.grizzlythrift.internal.metrics;
