/**
 * What handlers and interceptors see of a call.
 *
 * <pre>
 *   CallInterceptor.begin(CallContext) --&gt; handler --&gt; CallListener.ended(CallOutcome)
 *                                             |
 *                                             +-- CallContext.current(): method, peer, headers, time left (call.current)
 *
 *   CallInterceptor   runs before each call, may reject it
 *   CallListener      gets the outcome of one call; surrounds its handler (handlerStarts, handlerReturned)
 *   ArgumentHeaders   the headers that a call carries in an argument field where its dialect has none: limits
 *   CallPriorities    chooses the CallPriority of an ArrivedCall: read, not decoded, about to wait for a thread
 *   CallContext       interface: a running call and its connection (ConnectionCallContext, call.context)
 *   CallOutcome       interface: kind, bytes and times of an ended call (TimedOutcome, call.context)
 *   FutureHandlers    adapts a handler of FutureIface to an AsyncIface, by reflection and a proxy (invoke): method by method,
 *                     future to callback
 *   ReplyOrder        the order in which the replies of a connection are sent
 * </pre>
 */
package io.grizzlythrift.call;
