/**
 * Calls whose asynchronous handlers reply later, on any thread.
 *
 * <pre>
 *   CallInvoker (executor)
 *      v
 *   PendingAsyncCalls   passes calls to their processor; has those without a reply; lends encoders; logs time-outs and
 *      |                duplicate replies; ends all
 *      |   AsyncReplyBuffers   libthrift's AbstractNonblockingServer and AsyncFrameBuffer, so that its processors accept a call
 *      v
 *   AsyncCall           one call, its state by compare-and-set: null (started), PENDING, a reply frame, ENDED; expires at
 *      |                callTimeout; notifies its Listener; delivers its reply alone
 *      |   AsyncReplyEncoder   transport, protocol and output of one thread: a reply or an exception to a frame of its own
 *      v
 *   ReplyQueue (reply)
 * </pre>
 */
package io.grizzlythrift.dispatch.async;
