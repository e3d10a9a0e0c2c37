/**
 * Runs the calls of one read: admits them, hands them to a strategy, decodes, invokes, encodes.
 *
 * <pre>
 *   FrameBatch of a CallOrigin
 *      v
 *   Dispatcher --&gt; AdmissionControl: limits, drain; over the limit: rejected with a reply
 *      v
 *   ReadBatch: the calls as data, claimed one by one --&gt; strategy --&gt; thread
 *      v                                    (QueuedBatches: those that wait for a thread)
 *   CallExecutor of the thread (CallExecutorPool)  CallClock, CallRecorder
 *      v
 *   CallInvoker: decodes the header, InterceptorChain, finds the processor, invokes it
 *      |            InvokedCall is current meanwhile; CallFailures, WrittenOutcome: how it ended
 *      v
 *   ReplyBuffer (reply)      asynchronous handlers: AsyncCall, PendingAsyncCalls, AsyncReplyEncoder --&gt; ReplyQueue
 * </pre>
 */
package io.grizzlythrift.dispatch;
