/**
 * What handlers and interceptors see of a call.
 *
 * <pre>
 *   CallInterceptor.begin(CallContext) --&gt; handler --&gt; CallListener.ended(CallOutcome)
 *                                             |
 *                                             +-- CallContext.current(): method, peer, headers, time left (call.current)
 *
 *   CallInterceptor   interface: runs before each call, may reject it; says which calls it needs (isEnabled, needs...)
 *   CallListener      interface: gets the outcome of one call; surrounds its handler (handlerStarts, handlerReturned)
 *   ArgumentHeaders   limits of the headers that a call carries in an argument field (8888) where its dialect has none
 *   CallPriorities    interface: chooses the CallPriority of an ArrivedCall: read, not decoded, about to wait for a thread;
 *                     FROM_HEADER reads it from a header
 *   CallPriority      enum of five, their numbers, the header and its values
 *   ArrivedCall       interface: header, peer address, connection attributes (ReadCall, dispatch)
 *   CallContext       interface: a running call and its connection (ConnectionCallContext, call.context); Registration of a
 *                     cancel action
 *   CallOutcome       interface: kind, bytes and times of an ended call (TimedOutcome, call.context); Kind: how it ended
 *   MethodOptions     threads and times of a method apart from others: strategy, queueTimeout, callTimeout
 *   FutureHandlers    adapts a handler of FutureIface to an AsyncIface, by reflection and a proxy (invoke): method by method,
 *                     future to callback
 *   ReplyOrder        enum: the order in which the replies of a connection are sent
 * </pre>
 */
package io.grizzlythrift.call;
