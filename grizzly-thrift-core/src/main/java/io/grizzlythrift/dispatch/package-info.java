/**
 * Runs the calls of one read: admits them, hands them to a strategy, decodes, invokes and encodes them.
 *
 * <pre>
 *   CallOrigin: connection or HTTP request;  FrameBatch: the calls of one read;  ServiceConfig: processors and limits
 *      v
 *   Dispatcher: entry point, owns all below; AdmissionControl: maxInFlight, queueTimeout, drain; over a limit: rejection
 *      v
 *   ReadBatch: the calls as data, memory of their frames
 *   SubmittedBatch: threads claim its calls; drops or rejects the rest   QueuedBatches: batches with unclaimed calls
 *      v                                                                 of a connection, for timeouts and close
 *   strategy, thread
 *      v
 *   CallExecutorPool: the executor of each thread
 *   CallExecutor: runs or rejects a call, flushes replies                CallClock: reads the time rarely
 *      v
 *   CallInvoker: decodes the header, finds and invokes the processor, encodes exceptions
 *      |   InvokedCall: the call it runs       ConnectionCallContext: what handlers see of it
 *      |   InterceptorChain: the interceptors  InterceptedCall: their listeners for one call  TimedOutcome: what they get
 *      |   CallFailures: counts, logs, makes exception replies
 *      v
 *   ReplyBuffer (room reply)
 *
 *   asynchronous handlers: AsyncReplyBuffers: a call as libthrift's processors take it
 *      --&gt; AsyncCall: replied once, or timed out     PendingAsyncCalls: those without a reply, deadlines
 *      --&gt; AsyncReplyEncoder: encodes the reply --&gt; ReplyQueue (room reply)
 * </pre>
 */
package io.grizzlythrift.dispatch;
