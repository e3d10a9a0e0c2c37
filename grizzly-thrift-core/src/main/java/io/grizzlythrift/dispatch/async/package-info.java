/**
 * Calls whose asynchronous handlers reply later, on any thread.
 *
 * <pre>
 *   CallInvoker (executor)
 *      v
 *   PendingAsyncCalls   one per server: passes calls to their processor; holds those without a reply; lends encoders,
 *      |                spare ones to threads that are not long-lived; logs timeouts, duplicate replies and failures at
 *      |                the end of a call; expires overdue calls; ends all on close
 *      |   AsyncReplyBuffers   extends libthrift's AbstractNonblockingServer and AsyncFrameBuffer, so that its
 *      |                       processors accept a call; never reads or writes (NoTransport); its Target is the call
 *      v
 *   AsyncCall           one call; its state by compare-and-set: null (started), PENDING, a reply frame, ENDED; expires
 *      |                at callTimeout; notifies its Listener; delivers its reply separately; lets its first thread end
 *      |                it instead (takeOver); charges the memory of its headers
 *      |   AsyncReplyEncoder   transport, protocol and output of one thread: encodes a reply or an exception into its
 *      |                       own frame
 *      v                       (EncodedReply)
 *   ReplyQueue (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch.async;
