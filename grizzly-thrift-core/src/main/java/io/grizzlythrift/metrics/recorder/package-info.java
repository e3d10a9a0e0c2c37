/**
 * Records the numbers that {@link io.grizzlythrift.metrics} shows.
 *
 * <pre>
 *   events
 *   CounterRecorder         one counter per event, CallPriority and LimitType, for connection and dispatch; the ServerCounters;
 *                           reads frames, memory and calls in flight from others; all in one line (toString)
 *   LimitReporter           a limit is reached: counts it there, logs one line per second and limit (a LogLimiter each)
 *
 *   SlowCallLog             a CallInterceptor: logs one line per second about calls over slowCallThreshold
 *
 *   calls
 *   CallRecorder            calls of one thread: finds the accumulator of a method (cache of recent names); splits (settles)
 *      |                    the time between two clock readings among the unsettled calls, in equal shares or to the last one;
 *      |                    rejected calls take part unattributed
 *      |-- CountedMethods   method names with numbers of their own: declared by processors (their process maps), a bounded
 *      |                    number of undeclared others, the rest "(other)"; listeners for added names. For all threads
 *      v
 *   AccumulatorTable        the methods of one thread, by name: found, made, summed, merged into another table
 *      v
 *   MethodAccumulator       the numbers of one method, by opaque writes (VarHandles): outcomes by kind, bytes, times; merged;
 *      |                    to MethodMetrics; how many of its calls are unsettled
 *      v
 *   MethodMetricsRecorder   the ServerMetrics: all tables, summed when they are read; tables of threads that have gone
 *                           (a PhantomReference each), folded into one; calls that end on another thread; listeners for
 *                           new methods, by service and name
 *   CallTimes               record: how long all calls took together, a sum over the tables; plus, since
 *
 *   interceptors
 *   CalledMethods           the methods (CalledMethod) that an interceptor has seen run: a bounded number of names, else OTHER
 *
 *   JMX
 *   ServerMBean             implements ThriftServerMXBean: reads ServerCounters and ServerMetrics, as maps by name; its addresses
 * </pre>
 */
package io.grizzlythrift.metrics.recorder;
