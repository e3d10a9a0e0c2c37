/**
 * Records the numbers that {@link io.grizzlythrift.metrics} exposes.
 *
 * <pre>
 *   events
 *   CounterRecorder         the ServerCounters: one counter (LongAdder) per event, CallPriority and LimitType, with its
 *                           count method, for connection, dispatch and announcements; reads frames, memory and calls
 *                           in flight from their sources (read...From); all in one line (toString)
 *   LimitReporter           a limit is reached: counts it there, logs at most one line per second for each limit
 *                           (a LogLimiter each)
 *
 *   SlowCallLog             a CallInterceptor: logs one line per second about calls over slowCallThreshold, with their
 *                           times and bytes
 *
 *   calls
 *   CallRecorder            calls of one thread: end counts one; finds the accumulator of a method (cache of recent
 *      |                    names); clock divides (settles) the time between two readings among the unsettled
 *      |                    calls, in equal shares or to the last one; the share of rejected calls is not attributed
 *      |                    to a method
 *      |-- CountedMethods   separately counted method names: those declared by processors (their process maps), a
 *      |                    bounded number of undeclared names, the rest as "(other)" (mayBeAdded, by outcome and the
 *      |                    ProcessorTable); listeners for added names. Shared by all threads
 *      v
 *   AccumulatorTable        the methods of one thread, by name: finds, creates, adds one to a sum, merges another
 *      |                    table, CallTimes of all
 *      v
 *   MethodAccumulator       the numbers of one method, by opaque writes (VarHandles): outcomes by kind, bytes, times
 *      |                    queued and handled (sum, max); merge; toMetrics; the number of its unsettled calls
 *      v
 *   MethodMetricsRecorder   the ServerMetrics: creates each CallRecorder and its table; all tables, added up when
 *                           they are read, sorted by service and method; tables of ended threads (a PhantomReference
 *                           each), folded into one; calls that end on another thread; each CallPlacement;
 *                           listeners for new methods (onMethod), by service and name; logs their exceptions
 *   CallTimes               record: the total times of all calls, a sum over the tables; plus, since
 *
 *   interceptors
 *   CalledMethods           the methods (CalledMethod, a record) that an interceptor has seen run: a bounded number of
 *                           names, else OTHER, also if it is rejected or unknown
 *
 *   JMX
 *   ServerMBean             implements ThriftServerMXBean: reads ServerCounters and ServerMetrics, as maps by name; its
 *                           addresses
 * </pre>
 */
package io.grizzlythrift.metrics.recorder;
