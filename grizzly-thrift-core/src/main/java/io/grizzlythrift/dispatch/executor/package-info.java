/**
 * Runs calls, each on one thread: decodes, invokes and encodes.
 *
 * <pre>
 *   SubmittedBatch (dispatch): a thread has claimed a call
 *      v
 *   CallExecutorPool   creates the executors, one per long-lived thread; lends them (borrow) to other threads, and for
 *      |               calls within a call (nested); takes them back (release); creates the components of each,
 *      |               and those that all share: CancelCallbacks, GoneCallers, CallFailures, InterceptorChain
 *      v
 *   CallExecutor       of one thread: checks queueTimeout and memory, then runs or rejects a call (Reason); reports
 *      |               decoded calls to the batch; ends calls in its ReplyBuffer, delivers it at 64 KiB; flush,
 *      |               flushLater (shared with the FlushTimer); its thread, and whether that is in a call; abandons
 *      |               the origin if there is no memory even for an error reply. Decodes and encodes nothing itself
 *      |   GoneCallers   for calls with a header, before they are decoded: whether the client has cancelled the call or
 *      |                 its deadline (ClientTimeout) has passed; the text of that rejection; logs invalid timeouts
 *      |   CallClock     reads the time rarely, by the ticks of the FlushTimer; passes it to a CallRecorder
 *      |                 (metrics.recorder)
 *      v
 *   CallInvoker        one call on its thread: checks its type (CALL or ONEWAY), finds its processor (Target), calls
 *      |               interceptors, also late, once headers are read (nested: Arguments, the ArgumentListener);
 *      |               process, or processAsync with an AsyncInput; what happens when the handler returns or throws;
 *      |               records the end, ends listeners; replies with exceptions and rejections; interrupts handlers of
 *      |               cancelled calls; creates the Listener of an AsyncCall, which records an end on another thread;
 *      |               takeReply: a reply that is ready, into the ReplyBuffer
 *      |   CallReader    transport and FormatProtocols, by the format of the batch or frame: restores a compressed
 *      |                 payload, reads the header of the message (readRejected: of a call to reject, unless it is
 *      |                 compressed), or moves the call to the threads of its method (Result); replies to an unknown protocol or transform (refuse, replyUnread); encodes
 *      |                 exceptions (writeException), terminates the origin if that fails; if it is not a call: guesses
 *      |                 its format, the text of the error, replies in its protocol; detects the CLIENT_ID of a
 *      |                 CloseNotice
 *      |   InvokedCall   the running call: batch, index, header, and its context, created on demand; the ThreadCall
 *      |                 (call.current) of its thread, and a CancellableCall (caller); timeouts of server and client;
 *      |                 headers of frame, HTTP or arguments; its ReplyFormat; its cancellation, which ends with it
 *      |                 (leave), unless it continues as an AsyncCall (toAsync, handOver)
 *      |   HeaderCall    additional state of a call whose frame has a header: that header and the header of the reply;
 *      |                 its WireFormat, or a guess; restores the payload, and charges its memory;
 *      |                 offers cancel notices
 *      |   InterceptedCall (call.context)   interceptors around the call; they see ConnectionCallContext, TimedOutcome
 *      v
 *   ReplyBuffer (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch.executor;
