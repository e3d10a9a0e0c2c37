/**
 * Runs the calls of one read: admits them, hands them to a strategy, decodes, invokes and encodes them.
 *
 * <pre>
 *   CallOrigin: a connection or an HTTP request; terminates itself.   ServiceConfig: processors by connection and name,
 *      |                                                              protocol, limits; names methods for the metrics
 *      |                                                              ConnectionServices: those of a new connection; logs
 *      |                                                              a processor factory that fails
 *      v
 *   Dispatcher         entry point, owns all below; submits a read, or rejects it; owns FlushTimer and TimeoutMonitor
 *   AdmissionControl   counts calls in flight, admits them by compare-and-set: maxInFlight or less (AdaptiveLimit),
 *                      queueTimeout, drain (reject all); knows no batches; words and counts each rejection (LimitReporter)
 *   QueueTime          how long a call may wait: queueTimeout; queueTarget while the strategy is overloaded
 *   Prioritizer        if calls have priorities: asks the user for that of each ReadCall; makes a
 *      |               SubmittedBatch, or a PrioritizedBatch if they differ within a read; counts calls
 *      v
 *   ReadBatch          abstract: the calls of one read as data: origin, frames, numbers, arrival, how many are admitted;
 *                      DroppableFrames (memory) if large or if memory is scarce; charges the memory of their frames,
 *                      releases it when the last call is decoded
 *   SubmittedBatch     that as a CallBatch: threads claim calls (the next index), each by its CallExecutor; rejects (a
 *                      Reason), or drops and counts, those that are unclaimed; asks AdmissionControl if they are overdue
 *   PrioritizedBatch   one of several priorities: the strategy gets each part as a CallBatch
 *   QueuedBatches      batches of a connection with unclaimed calls, linked, for QueueTime and close
 *   PipelinedCalls     batches of one call each, of one read, as one CallBatch: HTTP
 *      v
 *   (strategy picks a thread)
 *      v
 *   CallExecutorPool   makes the executors, one per long-lived thread; lends them (borrow) to other threads, and for calls
 *                      within a call (nested)
 *   CallExecutor       of one thread: checks queueTimeout and memory, then runs or rejects a call; notes in the batch what
 *                      is decoded; ends calls in its ReplyBuffer, delivers it at 64 KiB
 *   GoneCallers        of calls with a header: cancelled by their client, or their deadline has passed? Before they are decoded
 *   CallClock          reads the time rarely, by the ticks of the FlushTimer
 *      v
 *   CallInvoker        one call on its thread: checks its type, finds and invokes the processor, blocking or asynchronous;
 *      |               records the end; encodes exceptions and rejections; makes the listener of an AsyncCall, which
 *      |               records an end on another thread
 *      |   CallReader             transport and protocol by the format of the batch or frame: restores a compressed payload,
 *      |                          reads the header of the message; refuses what is no call: guesses its format, replies in
 *      |                          its protocol; notes who understands a CloseNotice
 *      |   InvokedCall            the call it runs: batch, index, header, and its context, made on demand
 *      |   HeaderCall             what it has in addition if its frame has a header: that header, and that of its reply
 *      |   InterceptedCall (call.context) interceptors around the call; ConnectionCallContext, TimedOutcome: what they see
 *      |   CallFailures           counts and logs failures of handlers and protocols; makes the exception reply, and the
 *      v                          kind of outcome of an exception
 *   ReplyBuffer (reply)
 *
 *   asynchronous handlers
 *   AsyncReplyBuffers   libthrift's AbstractNonblockingServer and AsyncFrameBuffer, so that its processors accept a call
 *   AsyncCall           one call, its state by compare-and-set: null (started), PENDING, a reply frame, ENDED; expires at
 *                       callTimeout; notifies its Listener; delivers its reply alone
 *   PendingAsyncCalls   makes calls and passes them to their processor; those without a reply; lends encoders; logs
 *                       time-outs and duplicate replies; ends all
 *   AsyncReplyEncoder   transport, protocol and output of one thread: a reply or an exception to a frame of its own --&gt;
 *                       ReplyQueue (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch;
