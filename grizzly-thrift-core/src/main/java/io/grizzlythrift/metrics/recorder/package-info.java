/**
 * Records the numbers that {@link io.grizzlythrift.metrics} shows.
 *
 * <pre>
 *   events
 *   CounterRecorder         one counter per event and per LimitType, for connection and dispatch; the ServerCounters; takes
 *                           frames, memory and calls in flight from others; all in one line (toString)
 *   LimitReporter           a limit is reached: counts it there, logs one line per second and limit (a LogLimiter each)
 *
 *   SlowCallLog             a CallInterceptor: logs one line per second about calls over slowCallThreshold
 *
 *   calls
 *   CallRecorder            calls of one thread: finds the accumulator of a method (cache of recent names); splits (settles)
 *      |                    the time between two clock readings among the unsettled calls
 *      |-- CountedMethods   method names with numbers of their own: declared by processors (their process maps), a bounded
 *      |                    number of undeclared others; listeners for added names
 *      v
 *   AccumulatorTable        the methods of one thread, by name
 *      v
 *   MethodAccumulator       the numbers of one method, by opaque writes (VarHandles): outcomes by kind, bytes, times; merged;
 *      |                    to MethodMetrics
 *      v
 *   MethodMetricsRecorder   the ServerMetrics: all tables, summed when they are read; tables of threads that have gone
 *                           (a PhantomReference each), folded into one; calls that end on another thread; listeners for
 *                           new methods, by service and name
 *   CallTimes               how long all calls took together: a sum over the tables
 *
 *   interceptors
 *   CalledMethods           the methods (CalledMethod) that an interceptor has seen run: a bounded number of names
 *
 *   JMX
 *   ServerMBean             implements ThriftServerMXBean: reads ServerCounters and ServerMetrics, as maps by name
 * </pre>
 */
package io.grizzlythrift.metrics.recorder;
