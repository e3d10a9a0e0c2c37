/**
 * Runs calls, each on one thread: decodes, invokes and encodes.
 *
 * <pre>
 *   SubmittedBatch (dispatch): a thread has claimed a call
 *      v
 *   CallExecutorPool   creates the executors, one per long-lived thread; lends them (borrow) to other threads, and for
 *      |               calls within a call (nested); takes them back (release); creates the components of each
 *      v
 *   CallExecutor       of one thread: checks queueTimeout and memory, then runs or rejects a call; reports decoded
 *      |               calls to the batch; ends calls in its ReplyBuffer, delivers it at 64 KiB; flush, flushLater
 *      |               (shared with the FlushTimer); whether it is in a call; abandons the origin if there is no
 *      |               memory even for an error reply. Decodes and encodes nothing itself
 *      |   GoneCallers   for calls with a header, before they are decoded: whether the client has cancelled the call or
 *      |                 its deadline has passed; the text of that rejection; logs invalid timeouts
 *      |   CallClock     reads the time rarely, by the ticks of the FlushTimer; passes it to a CallRecorder
 *      |                 (metrics.recorder)
 *      v
 *   CallInvoker        one call on its thread: checks its type, calls interceptors, finds and invokes the processor,
 *      |               blocking or asynchronous; what happens when arguments have been read and when the handler
 *      |               returns or throws; records the end; encodes exceptions and rejections; interrupts handlers of
 *      |               cancelled calls; creates the listener of an AsyncCall, which records an end on another thread
 *      |   CallReader    transport and protocol by the format of the batch or frame: restores a compressed payload,
 *      |                 reads the header of the message; if it is not a call: guesses its format, the text of the
 *      |                 error, replies in its protocol; detects clients that understand a CloseNotice
 *      |   InvokedCall   the running call: batch, index, header, and its context, created on demand; the ThreadCall
 *      |                 (call.current) of its thread; timeouts and deadlines of server and client; its cancellation;
 *      |                 reads the message by the CallReader; continues as
 *      |                 an AsyncCall (toAsync, handOver)
 *      |   HeaderCall    additional state of a call whose frame has a header: that header and the header of the reply;
 *      |                 its WireFormat, or a guess; the restored payload and its memory; offers cancel notices
 *      |   InterceptedCall (call.context)   interceptors around the call; they see ConnectionCallContext, TimedOutcome
 *      v
 *   ReplyBuffer (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch.executor;
