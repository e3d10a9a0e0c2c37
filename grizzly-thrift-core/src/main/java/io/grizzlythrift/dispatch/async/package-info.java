/**
 * Calls whose asynchronous handlers reply later, on any thread.
 *
 * <pre>
 *   CallInvoker (executor)
 *      v
 *   PendingAsyncCalls   one per server: passes calls to their processor; holds those without a reply; lends encoders,
 *      |                spare ones to threads that are not long-lived, and encodes with them (finishReply, exception);
 *      |                logs timeouts, duplicate replies and failures at the end of a call; expires overdue calls; ends
 *      |                all on close
 *      |   AsyncReplyBuffers   extends libthrift's AbstractNonblockingServer (never serves) and AsyncFrameBuffer
 *      |                       (CallBuffer), so that its processors accept a call; NoTransport: read, write and
 *      |                       registerSelector throw UnsupportedOperationException; its Target is the call
 *      v
 *   AsyncCall           one call; its state by compare-and-set: null (started), PENDING, a reply frame, ENDED; expires
 *      |                at callTimeout or the client's, with that reason; ends its CallCancellation, notifies its
 *      |                Listener; delivers its reply separately, whether or not its thread is interrupted; detach or
 *      |                takeOver: its first thread leaves it or ends it; charges the memory of its headers
 *      |   AsyncReplyEncoder   MessageTransport, FormatProtocols and output of one thread: encodes a reply or an
 *      v                       exception into its own frame (EncodedReply: also length, kind)
 *   ReplyQueue (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch.async;
