/**
 * The context, the interceptors and the outcome of a call that a server runs. Not exported: users see the interfaces of
 * {@link io.grizzlythrift.call}.
 *
 * <pre>
 *   dispatch (InvokedCall, CallInvoker)
 *      |
 *      |   ConnectionCallContext   what handlers and interceptors see of it: method, peer, deadline, headers, TLS certificates
 *      |      CallHeaders             headers of a call and of its reply; FrameCallHeaders: those of frames, decoded on
 *      |                              demand
 *      |
 *      |   InterceptorChain        all interceptors of the server; logs what they throw
 *      |   InterceptedCall         their listeners for one call: begin in order, end in reverse; one object per thread
 *      v      TimedOutcome            what listeners get; reads the clock on demand
 *   CallInterceptor, CallListener (call)
 * </pre>
 */
package io.grizzlythrift.call.context;
