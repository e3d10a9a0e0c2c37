/**
 * What handlers and interceptors see of a call.
 *
 * <pre>
 *   CallInterceptor.begin(CallContext) --&gt; handler --&gt; CallListener.ended(CallOutcome)
 *                                             |
 *                                             +-- CallContext.current(): method, peer, time left (room call.current)
 *                                             +-- FutureHandlers: adapts a FutureIface to an asynchronous handler
 *
 *   CallInterceptor: runs before each call, may reject it      CallListener: gets the outcome of one call
 *   CallContext: a running call and its connection             CallOutcome: kind, bytes and times of an ended call
 *   ReplyOrder: the order in which the replies of a connection are sent
 * </pre>
 */
package io.grizzlythrift.call;
