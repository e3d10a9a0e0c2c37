/**
 * Runs the calls of one read: admits them, hands them to a strategy, decodes, invokes and encodes them.
 *
 * <pre>
 *   CallOrigin: a connection or an HTTP request; terminates itself.   ServiceConfig: processors, protocol, limits
 *      v
 *   Dispatcher         entry point, owns all below; submits a read, or rejects it; owns FlushTimer and TimeoutMonitor
 *   AdmissionControl   counts calls in flight; maxInFlight, queueTimeout, drain; words and counts each rejection
 *      v
 *   ReadBatch          abstract: the calls of one read as data; DroppableFrames (memory) if large or if memory is scarce;
 *                      charges the memory of their frames, releases it when the last call is decoded
 *   SubmittedBatch     that as a CallBatch: threads claim calls; rejects, or drops and counts, those that are unclaimed
 *   QueuedBatches      batches of a connection with unclaimed calls, linked, for queueTimeout and close
 *      v
 *   (strategy picks a thread)
 *      v
 *   CallExecutorPool   makes the executors, one per long-lived thread; lends them to other threads
 *   CallExecutor       checks queueTimeout and memory, then runs or rejects a call; flushes replies at 64 KiB
 *   CallClock          reads the time rarely, by the ticks of the FlushTimer
 *      v
 *   CallInvoker        one call on its thread: creates transport and protocol, reads the header, checks its type, finds
 *      |               and invokes the processor, blocking or asynchronous; records the end; encodes exceptions; makes
 *      |               the listener of an AsyncCall, which records an end on another thread
 *      |   InvokedCall            the call it runs: batch, index, header
 *      |   ConnectionCallContext  what handlers see of it: method, peer, deadline, TLS certificates
 *      |   InterceptorChain       all interceptors of the server; logs what they throw
 *      |   InterceptedCall        their listeners for one call: begin in order, end in reverse
 *      |   TimedOutcome           what listeners get; reads the clock on demand
 *      |   CallFailures           counts and logs failures of handlers and protocols; makes the exception reply, and the
 *      v                          kind of outcome of an exception
 *   ReplyBuffer (reply)
 *
 *   asynchronous handlers
 *   AsyncReplyBuffers   libthrift's AbstractNonblockingServer and AsyncFrameBuffer, so that its processors accept a call
 *   AsyncCall           one call by compare-and-set: started, pending, ended; callTimeout; delivers its reply alone
 *   PendingAsyncCalls   makes calls and passes them to their processor; those without a reply; lends encoders; logs
 *                       time-outs and duplicate replies; ends all
 *   AsyncReplyEncoder   encodes a reply or an exception to a frame of its own --&gt; ReplyQueue (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch;
