/**
 * Records the numbers that {@link io.grizzlythrift.metrics} exposes.
 *
 * <pre>
 *   events
 *   CounterRecorder         the ServerCounters: one counter per event, CallPriority and LimitType, for connection and
 *                           dispatch; reads frames, memory and calls in flight from their sources; all in one line
 *                           (toString)
 *   LimitReporter           a limit is reached: counts it there, logs at most one line per second for each limit
 *                           (LogLimiter)
 *
 *   SlowCallLog             a CallInterceptor: logs one line per second about calls over slowCallThreshold
 *
 *   calls
 *   CallRecorder            calls of one thread: finds the accumulator of a method (cache of recent names); divides
 *      |                    (settles) the time between two clock readings among the unsettled calls, in equal shares or
 *      |                    to the last one; the share of rejected calls is not attributed to a method
 *      |-- CountedMethods   separately counted method names: those declared by processors (their process maps), a
 *      |                    bounded number of undeclared names, the rest as "(other)"; listeners for added names.
 *      |                    Shared by all threads
 *      v
 *   AccumulatorTable        the methods of one thread, by name: finds, creates, adds up, merges into another table
 *      v
 *   MethodAccumulator       the numbers of one method, by opaque writes (VarHandles): outcomes by kind, bytes, times;
 *      |                    merge; conversion to MethodMetrics; the number of its unsettled calls
 *      v
 *   MethodMetricsRecorder   the ServerMetrics: all tables, added up when they are read; tables of ended threads (a
 *                           PhantomReference each), folded into one; calls that end on another thread; listeners for
 *                           new methods, by service and name
 *   CallTimes               record: the total times of all calls, a sum over the tables; plus, since
 *
 *   interceptors
 *   CalledMethods           the methods (CalledMethod) that an interceptor has seen run: a bounded number of names,
 *                           else OTHER
 *
 *   JMX
 *   ServerMBean             implements ThriftServerMXBean: reads ServerCounters and ServerMetrics, as maps by name; its
 *                           addresses
 * </pre>
 */
package io.grizzlythrift.metrics.recorder;
