/**
 * The context, the interceptors and the outcome of a call that a server runs. Not exported: users see the interfaces of
 * {@link io.grizzlythrift.call}.
 *
 * <pre>
 *   dispatch (InvokedCall, CallInvoker)
 *      |
 *      |   ConnectionCallContext   what handlers and interceptors see of it: method, service, peer, arrival, deadline (remaining,
 *      |                           of the client), headers, attributes, TLS session and certificates; its CallCancellation, by
 *      |                           compare-and-set
 *      |      CallHeaders             interface: headers of a call and of its reply; those read from arguments
 *      |      FrameCallHeaders        those of frames, decoded on demand, detached from the frame when the call ends
 *      |
 *      |   InterceptorChain        all interceptors of the server, what they need together; logs what they throw; are times read?
 *      |   InterceptedCall         their listeners for one call: begin in order, end in reverse; around its handler; one object
 *      |                           per thread
 *      v      TimedOutcome            what listeners get; reads the clock on demand
 *   CallInterceptor, CallListener (call)
 * </pre>
 */
package io.grizzlythrift.call.context;
