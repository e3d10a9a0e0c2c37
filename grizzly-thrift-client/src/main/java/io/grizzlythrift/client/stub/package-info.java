/**
 * Generated interfaces and transports on one side, calls of the pool on the other.
 *
 * <pre>
 *   Iface           StubInvocationHandler --> BlockingCall    the caller waits, and decodes the reply
 *   AsyncIface      StubInvocationHandler --> CallbackCall    decoded where callbacks run (both are NonblockingCall)
 *   FutureIface     StubInvocationHandler --> FutureCall      the same; its future is a ClientFuture
 *   generated       PooledTransport --> TransportCall         decoded by the generated Client
 *     Client                               |
 *                                          v
 *                   CallStarter ---> ConnectionPool.start
 *
 *   making a stub
 *   StubFactory             creates stubs; caches each interface, service and hedge delay, so that only the first stub of an
 *                           interface is costly; decides which methods may be hedged
 *   GeneratedInterface      finds by reflection the nested class Client, its Factory, and its send_ and recv_ methods (or
 *                           sendX, recvX); reports what is missing
 *   StubKind                the three kinds: name of the interface, argument types (without the callback), how to call; may the
 *                           caller change arguments during the call?
 *   StubMethod              record: a GeneratedMethod, whether its message is kept, whether it is idempotent, and when it is
 *                           hedged (HedgeDelay, retry)
 *   StubInvocationHandler   makes the proxy; invoke: finds the StubMethod; equals, hashCode and toString of the stub
 *
 *   calling
 *   CallStarter       one per stub: its timeout and headers; creates and starts a call in each style (callBlocking, callBack,
 *                     callFuture): inherited context, routing key, headers; for blocking calls, loops over attempts, decodes,
 *                     and counts the outcome
 *   Invocation        one call as its caller sees it: method and arguments; encodes them, only once if the caller may change
 *                     them; decides whether an attempt ends the call (succeeded, failed); creates Attempts if a retry may
 *                     follow the first one
 *   CallAttempt       abstract: one attempt at a call, a PendingCall; cancel; creates another one in its own style (another,
 *                     scheduleHedge); sets its headers, with the number of previous attempts; hedgeDue
 *   Attempts          only if there may be several: those that run; starts retries after earlier attempts have failed, and
 *                     hedges beside running ones (hedgeAt, hedge); the first good reply cancels the others; chooses the
 *                     failure to report, with the others as suppressed ones
 *   Retries           may another attempt follow (mayFollow), or the call move on to the next server? By RetryPolicy (config)
 *                     and RetryBudget (retry) of the client; decides whether a reply counts as good (isGoodReply); no retries
 *                     for a call that is part of a retry; counts them
 *   Inheritance       the server call from which the calls of a stub inherit: that of the thread, a given one, or none
 *   RoutingKeys       the key of the calls of a stub: that of its options, one computed from their arguments, or none
 *   BlockingCall      await: has the caller read its own reply (awaitReply of its connection), or parks it (waiter); an
 *                     interrupt abandons the call; ends the call itself if the timer thread is late; keeps the reply (end)
 *                     until the caller reads it into a codec; starts further attempts itself
 *   NonblockingCall   abstract, for one GeneratedMethod (codec): replied, failed: decodes on the selector thread, on the
 *                     callback executor or, if compressed, on NAME-callbacks; delivers the result or failure, once, between
 *                     callbackStarts and callbackReturned of the interceptors; hedges on the selector thread
 *   CallbackCall      only calls onComplete or onError of an AsyncMethodCallback
 *   FutureCall        delivers to its future, which all attempts at a call share; nested: that future (Result), whose cancel
 *                     and complete (completeAsync) abandon the call
 *   ClientFuture      a CompletableFuture whose get and join throw on threads of the client; so do derived futures
 *   PooledTransport   a TTransport for an existing Client, on a MessageTransport (message): flush starts the call that was
 *                     written, read waits for its reply; replaces sequence ids on the way out, restores them on the way
 *                     in; holds the calls that await a reply (Sent), in order; close cancels them
 *   TransportCall     a BlockingCall that counts as ended when its reply arrives, whether completed or with an exception
 * </pre>
 */
package io.grizzlythrift.client.stub;
