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
 *   StubFactory             makes stubs; keeps what is known of each interface, so that only the first stub of it is costly
 *   GeneratedInterface      finds by reflection the nested class Client, its Factory, send_ and recv_ methods; names what
 *                           is unfit
 *   StubKind                the three kinds: name of the interface, argument types (without the callback), how to call
 *   StubMethod              record: a GeneratedMethod; is it idempotent, and when is it hedged (HedgeDelay, retry)?
 *   StubInvocationHandler   makes the proxy; invoke; equals, hashCode and toString of it
 *
 *   calling
 *   CallStarter       makes and starts a call in each style (callBlocking, callBack, callFuture); for blocking ones waits,
 *                     decodes, and counts the end
 *   Invocation        one call as its caller sees it: method and arguments, which it encodes, once if the caller may change
 *                     them; asks whether an attempt ends it (succeeded, failed)
 *   CallAttempt       abstract: one attempt at it, a PendingCall; makes another one in its own style; sets its headers
 *   Attempts          made if there may be several: starts retries after the attempts before, and hedges beside them; the
 *                     first good reply cancels the others; which failure is told
 *   Retries           may there be another attempt? By RetryPolicy (config) and RetryBudget (retry) of the client; counts them
 *   Inheritance       which call of a server the calls of a stub inherit from: that of the thread, a certain one, or none
 *   RoutingKeys       which key the calls of a stub have: that of its options, one by their arguments, or none
 *   BlockingCall      await: parks the caller; an interrupt abandons the call; ends it itself if the timer thread is late;
 *                     keeps the reply until the caller reads it into a codec; starts further attempts itself
 *   NonblockingCall   abstract, of one GeneratedMethod (codec): replied, failed: decodes on the selector thread or, elsewhere,
 *                     on the callback executor; delivers result or failure, once; hedges on the selector thread
 *   CallbackCall      delivers to an AsyncMethodCallback
 *   FutureCall        delivers to its future; nested: that future, whose cancel and complete (completeAsync) abandon the
 *                     call
 *   ClientFuture      a CompletableFuture whose get and join throw on threads of the client; so do derived ones
 *   PooledTransport   a TTransport for an existing Client, on a MessageTransport (message): flush starts the call that was
 *                     written, read waits for its reply; replaces sequence ids on the way out, restores them on the way
 *                     in; calls that await a reply, in order
 *   TransportCall     a BlockingCall that counts as ended when its reply arrives
 * </pre>
 */
package io.grizzlythrift.client.stub;
