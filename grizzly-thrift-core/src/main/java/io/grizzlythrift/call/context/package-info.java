/**
 * Implements the context, the interceptor chain and the outcome of a call that a server runs. Not exported: users see
 * the interfaces of {@link io.grizzlythrift.call}.
 *
 * <pre>
 *   dispatch (InvokedCall, CallInvoker)
 *      |
 *      |   ConnectionCallContext   the CallContext of handlers and interceptors: method, service, peer, arrival,
 *      |                           deadline (remaining, clientTimeout), headers, attributes, TLS session and
 *      |                           certificates; its CallCancellation, set by compare-and-set
 *      |      CallHeaders             interface: headers of a call and of its reply; adds those read from arguments
 *      |      FrameCallHeaders        headers of frames, decoded on demand, detached from the frame when the call ends
 *      |
 *      |   InterceptorChain        all interceptors of the server, and what any of them needs; logs their exceptions;
 *      |                           whether the clock is read for each call
 *      |   InterceptedCall         the listeners of one call: begin in order, end in reverse; around its handler; one
 *      |                           object per thread
 *      v      TimedOutcome            the outcome that listeners receive; reads the clock on demand
 *   CallInterceptor, CallListener (call)
 * </pre>
 */
package io.grizzlythrift.call.context;
