/**
 * Calls whose asynchronous handlers reply later, on any thread.
 *
 * <pre>
 *   CallInvoker (executor)
 *      v
 *   PendingAsyncCalls   of the server: passes calls to their processor; has those without a reply; lends encoders, to threads
 *      |                that are not long-lived from spares; logs time-outs, duplicate replies, ends that fail; expires the
 *      |                overdue; ends all
 *      |   AsyncReplyBuffers   libthrift's AbstractNonblockingServer and AsyncFrameBuffer, so that its processors accept a call;
 *      |                       nothing is read or written there (NoTransport); its Target is the call
 *      v
 *   AsyncCall           one call, its state by compare-and-set: null (started), PENDING, a reply frame, ENDED; expires at
 *      |                callTimeout; notifies its Listener; delivers its reply alone; may its first thread end it instead
 *      |                (takeOver)? Has the memory of its headers
 *      |   AsyncReplyEncoder   transport, protocol and output of one thread: a reply or an exception to a frame of its own
 *      v                       (EncodedReply)
 *   ReplyQueue (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch.async;
