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
 *   StubFactory             creates stubs; caches each interface (TypeKey, StubType), service (ServiceKey) and hedge
 *                           delay, so that only the first stub of an interface is costly; decides which methods may be
 *                           hedged, by RetryPolicy and HedgePolicy (stubMethod); fails for a name in the policy that no
 *                           stub has
 *   GeneratedInterface      finds by reflection the nested class Client, its Factory, and its send_ and recv_ methods
 *                           (or sendX, recvX); creates a GeneratedMethod (codec) of each; reports what is missing
 *                           (unfit) and which interface was meant (mistake)
 *   StubKind                enum of the three kinds: name of the interface, argument types (without the callback), how
 *                           to call; may the caller change arguments during the call (are they immutable)?
 *   StubMethod              record: a GeneratedMethod, whether its message is kept, whether it is idempotent, and when
 *                           it is hedged (HedgeDelay, retry)
 *   StubInvocationHandler   makes the proxy; invoke: finds the StubMethod; equals, hashCode and toString of the stub
 *
 *   calling
 *   CallStarter       one per stub: creates and starts a call in each style (callBlocking, callBack, callFuture,
 *                     startFirst), by StubSettings and RoutingKeys; for blocking calls, loops over attempts (endsCall),
 *                     decodes with a codec of the CodecPool, reports reply headers and counts the outcome
 *   Invocation        one call as its caller sees it: method and arguments; the Encoder (codec): encodes them, only
 *                     once if the caller may change them (kept); decides whether an attempt ends the call (succeeded,
 *                     failed), or asks Attempts, which it creates if a retry may follow the first one
 *   CallAttempt       abstract: one attempt at a call, a PendingCall; service; cancel, discard; creates another one in its own
 *                     style (another, scheduleHedge); hedgeDue: passes it to Attempts
 *   Attempts          only if there may be several: those that run (running), under its lock; prepares and starts
 *                     retries after earlier attempts have failed, and hedges beside running ones (hedgeAt, takeDue,
 *                     hedge); reports latencies to HedgeDelay; the first good reply cancels the others; chooses the
 *                     failure to report (recordFailure), with the others as suppressed ones; mayHaveRun of all
 *   Retries           may another attempt follow (mayFollow, isRetriable), or the call move on to the next server
 *                     (movesOn)? By RetryPolicy (config) and RetryBudget (retry) of the client; may a hedge start
 *                     (hasPlaceForHedge, takeHedge)? Decides whether a reply counts as good (isGoodReply); no retries
 *                     for a call that is part of a retry; counts them
 *   StubSettings      of the calls of a stub or transport: the server call from which they inherit (nextInherited),
 *                     that of the thread, a given one, or none; their timeout; their CallHeaders (codec), with the
 *                     number of previous attempts (addHeaders)
 *   RoutingKeys       the key of the calls of a stub: that of its options, one computed from their arguments, or none
 *   BlockingCall      await: has the caller read its own reply (awaitReply of its connection; not a virtual thread), or
 *                     parks it (waiter, LockSupport); rejects threads of the client; an interrupt abandons the call;
 *                     ends the call itself if the timer thread is late (endOverdue); keeps the reply or failure (end)
 *                     until the caller reads it into a codec (readInto) or throws it with its own stack trace; counts
 *                     the reply of a discarded attempt; starts further attempts itself
 *   NonblockingCall   abstract, for one GeneratedMethod (codec): replied, failed: decodes on the selector thread, on
 *                     the callback executor or, if compressed, on NAME-callbacks (decodeElsewhere: a Message, with
 *                     another codec); delivers the result or failure, once, between callbackStarts and callbackReturned
 *                     of the interceptors; hedges on the selector thread
 *   CallbackCall      only calls onComplete or onError of an AsyncMethodCallback
 *   FutureCall        delivers to its future, which all attempts at a call share; nested: that future (Result), whose
 *                     cancel, complete and completeExceptionally (also from completeAsync) abandon the call (abandonIf)
 *   ClientFuture      a CompletableFuture whose get and join throw on threads of the client; so do derived futures
 *                     (newIncompleteFuture)
 *   PooledTransport   a TTransport for an existing Client, on a MessageTransport (message), to which it delegates:
 *                     flush starts the call that was written (send), read waits for its reply (awaitInput, receive);
 *                     its own StubSettings and routing key; replaces sequence ids on the way out,
 *                     restores them on the way in; holds the calls that await a reply (Sent), in order; close cancels
 *                     them. TTransportException: not open, nothing to read, not a message
 *   TransportCall     a BlockingCall that counts as ended (completed, threw) when its reply arrives
 * </pre>
 */
package io.grizzlythrift.client.stub;
