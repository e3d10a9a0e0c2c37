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
 *   creating a stub
 *   StubFactory             creates stubs; keeps what is known of each interface, service and hedge delay, so that only its
 *                           first stub is costly; may its methods be hedged?
 *   GeneratedInterface      finds by reflection the nested class Client, its Factory, send_ and recv_ methods (or sendX,
 *                           recvX); names what is unfit
 *   StubKind                the three kinds: name of the interface, argument types (without the callback), how to call; may the
 *                           caller change arguments meanwhile?
 *   StubMethod              record: a GeneratedMethod; is its message kept, is it idempotent, and when is it hedged
 *                           (HedgeDelay, retry)?
 *   StubInvocationHandler   creates the proxy; invoke: finds the StubMethod; equals, hashCode and toString of the stub
 *
 *   calling
 *   CallStarter       one per stub: its timeout and headers; makes and starts a call in each style (callBlocking, callBack,
 *                     callFuture): context inherited, routing key, headers; for blocking ones loops over attempts, decodes,
 *                     and counts the end
 *   Invocation        one call as its caller sees it: method and arguments, which it encodes, once if the caller may change
 *                     them; asks whether an attempt ends it (succeeded, failed); makes Attempts if the first one may be
 *                     followed by a retry
 *   CallAttempt       abstract: one attempt at it, a PendingCall; cancel; makes another one in its own style (another,
 *                     scheduleHedge); sets its headers, with the number of previous attempts; hedgeDue
 *   Attempts          only if there may be several: those running; starts retries after the attempts before, and hedges
 *                     beside them (hedgeAt, hedge); the first good reply cancels the others; which failure is reported,
 *                     with the others as suppressed ones
 *   Retries           may there be another attempt (mayFollow), or does it only move on to the next server? By RetryPolicy
 *                     (config) and RetryBudget (retry) of the client; says whether a reply counts as good (isGoodReply);
 *                     none for a call that is part of a retry; counts them
 *   Inheritance       which call of a server the calls of a stub inherit from: that of the thread, a certain one, or none
 *   RoutingKeys       which key the calls of a stub have: that of its options, one by their arguments, or none
 *   BlockingCall      await: the caller reads its own reply (awaitReply of its connection), or is parked (waiter); an
 *                     interrupt abandons the call; the caller ends it itself if the timer thread is late; keeps the reply
 *                     (end) until the caller reads it into a codec; the caller starts further attempts
 *   NonblockingCall   abstract, of one GeneratedMethod (codec): replied, failed: decodes on the selector thread, on the
 *                     callback executor or, if compressed, on NAME-callbacks; delivers result or failure, once, between
 *                     callbackStarts and callbackReturned of the interceptors; hedges on the selector thread
 *   CallbackCall      onComplete or onError of an AsyncMethodCallback, no more
 *   FutureCall        delivers to its future; all attempts of a call share it; nested: that future (Result), whose cancel
 *                     and complete (completeAsync) abandon the call
 *   ClientFuture      a CompletableFuture whose get and join throw on threads of the client; so do derived ones
 *   PooledTransport   a TTransport for an existing Client, on a MessageTransport (message): flush starts the call that was
 *                     written, read waits for its reply; replaces sequence ids on the way out, restores them on the way
 *                     in; calls that await a reply (Sent), in order; close cancels them
 *   TransportCall     a BlockingCall that counts as ended when its reply arrives, completed or with an exception
 * </pre>
 */
package io.grizzlythrift.client.stub;
