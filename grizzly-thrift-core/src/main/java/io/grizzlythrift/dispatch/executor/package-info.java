/**
 * Runs calls, each on one thread: decodes, invokes and encodes.
 *
 * <pre>
 *   SubmittedBatch (dispatch): a thread has claimed a call
 *      v
 *   CallExecutorPool   makes the executors, one per long-lived thread; lends them (borrow) to other threads, and for calls
 *      |               within a call (nested); takes them back (release); builds the parts of each
 *      v
 *   CallExecutor       of one thread: checks queueTimeout and memory, then runs or rejects a call; notes in the batch what
 *      |               is decoded; ends calls in its ReplyBuffer, delivers it at 64 KiB; flush, flushLater (shared with the
 *      |               FlushTimer); is it in a call? Decodes and encodes nothing itself
 *      |   GoneCallers   of calls with a header: cancelled by their client, or their deadline has passed? Before they are decoded;
 *      |                 the text of that rejection; logs invalid timeouts
 *      |   CallClock     reads the time rarely, by the ticks of the FlushTimer; passes it to a CallRecorder (metrics.recorder)
 *      v
 *   CallInvoker        one call on its thread: checks its type, calls interceptors, finds and invokes the processor, blocking or
 *      |               asynchronous; what becomes of a call when its arguments were read, when its handler returned or threw;
 *      |               records the end; encodes exceptions and rejections; interrupts handlers of cancelled calls; makes the
 *      |               listener of an AsyncCall, which records an end on another thread
 *      |   CallReader    transport and protocol by the format of the batch or frame: restores a compressed payload,
 *      |                 reads the header of the message; refuses what is no call: guesses its format, words it, replies in
 *      |                 its protocol; notes who understands a CloseNotice
 *      |   InvokedCall   the call it runs: batch, index, header, and its context, made on demand; ThreadCall (call.current) of
 *      |                 its thread; deadline of server and client; goes on as an AsyncCall (toAsync, handOver); its cancellation
 *      |   HeaderCall    what it has in addition if its frame has a header: that header, and that of its reply; the restored
 *      |                 payload and its memory; offers cancel notices
 *      |   InterceptedCall (call.context)   interceptors around the call; ConnectionCallContext, TimedOutcome: what they see
 *      v
 *   ReplyBuffer (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch.executor;
