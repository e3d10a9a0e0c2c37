/**
 * The view of a call that handlers and interceptors have.
 *
 * <pre>
 *   CallInterceptor.begin(CallContext) --&gt; handler --&gt; CallListener.ended(CallOutcome)
 *                                             |
 *                                             +-- CallContext.current(): method, peer, headers, time left
 *                                                 (call.current)
 *
 *   CallInterceptor   interface: begin runs before each call, may reject it; declares which calls it needs (isEnabled,
 *                     needsCallsWithoutHeaders, needsRejectedCalls, readsArgumentHeaders)
 *   CallListener      interface: receives the outcome of one call; surrounds its handler (handlerStarts,
 *                     handlerReturned)
 *   ArgumentHeaders   limits of the headers that a call carries in an argument field (8888) if its dialect has no
 *                     headers
 *   CallPriorities    interface: chooses the CallPriority of an ArrivedCall: read, not decoded, about to wait for a
 *                     thread; FROM_HEADER reads it from a header
 *   CallPriority      enum: five priorities, their numbers, the header and its values, one digit each (ofHeader)
 *   ArrivedCall       interface: header, peer address, connection attributes (ReadCall, dispatch)
 *   CallContext       interface: a running call and its connection (ConnectionCallContext, call.context): one header by
 *                     name, addReplyHeader, attributes, certificates; onCancel, which returns a Registration
 *   CallOutcome       interface: kind, bytes and times of an ended call (TimedOutcome, call.context); Kind: how it
 *                     ended
 *   MethodOptions     the separate threads and timeouts of a method: strategy (ofThreads: a WorkerThreadStrategy),
 *                     queueTimeout, callTimeout, maxInFlight, with their bounds
 *   FutureHandlers    adapts a handler of FutureIface to an AsyncIface, by reflection and a Proxy; nested: Adapter, its
 *                     InvocationHandler: invoke finds the Method without the callback (withFuture), calls it, and
 *                     passes the result or cause of its future to the AsyncMethodCallback
 *   ReplyOrder        enum: the order in which the replies of a connection are sent
 * </pre>
 */
package io.grizzlythrift.call;
