/**
 * Implements the context, the interceptor chain and the outcome of a call that a server runs. Not exported: users see
 * the interfaces of {@link io.grizzlythrift.call}.
 *
 * <pre>
 *   dispatch (InvokedCall, CallInvoker)
 *      |
 *      |   ConnectionCallContext   the CallContext of handlers and interceptors: method, service, peer, arrival,
 *      |                           deadline (remaining, clientTimeout), headers, attributes, SSLSession and
 *      |                           X509Certificates; its CallCancellation (onCancel), set by compare-and-exchange
 *      |      CallHeaders             interface: received, addToReply; a copy with those read from arguments;
 *      |                              those of HTTP, without a reply
 *      |      FrameCallHeaders        headers of a FrameHeader, decoded on demand, and of its ReplyHeader; detached
 *      |                              from the frame when the call ends
 *      |
 *      |   InterceptorChain        all interceptors of the server: which calls any of them needs (needs...,
 *      |                           isEnabled); logs their exceptions; whether the clock is read for each call
 *      |   InterceptedCall         the listeners of one call: begin (beginRejected) in order, end in reverse; around
 *      |                           its handler; what an interceptor throws rejects the call, or fails it
 *      |                           (INTERNAL_ERROR); one object per thread
 *      v      TimedOutcome            its outcome for listeners: queued, handled; reads the clock on demand
 *   CallInterceptor, CallListener (call)
 * </pre>
 */
package io.grizzlythrift.call.context;
