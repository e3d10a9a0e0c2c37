/**
 * Ends calls: counts each once, notifies the interceptors, and then the caller on the right thread.
 *
 * <pre>
 *   result | exception | failure --> CallCompletion --> ClientInterceptorChain --> LiveCounters --> caller
 *                                       ^                                             |
 *                                       +---- retried by a timer if memory ran out ---+
 *
 *   CallCompletion     owns chain, counters and QueuedBytes (codec). Every call ends here: completed, threw, failed,
 *                      sent, cancelled, broken, or failedHere, on the calling thread. Notes what ended the call
 *                      (endedBy), and whether it may have run; creates the CallFailedException for a throwable
 *                      (failureOf), or for a reply that is not a result (notAResult: an exception of the method, or one
 *                      of the protocol); counts once; releases what the call inherited. Notifies the caller, once: on
 *                      this thread or on the callback executor (runHere), or on the selector of its connection; reports
 *                      reply headers; logs rejected and failed callbacks and NO_CAPACITY. Keeps calls that could not be
 *                      finished for lack of memory (finishLater), with a timer; whenIdle (a CompletableFuture), for
 *                      close
 *   NestedEnds         ends a call that failed at once on the thread for callbacks instead, if the stack is deep (isDeep:
 *                      a StackWalker finds more than DEEP_FRAMES): its callback, dependent future or interceptor may make
 *                      the next one. On a thread of the user a tick later (delay)
 *   ClientInterceptorChain   are any interceptors enabled? Calls them when a call begins, and adds their listeners to
 *                      the call; creates the ClientCallOutcome of each end (ended), even of cancelled calls; notifies
 *                      the listeners, also before and after a callback (callbackStarts, callbackReturned); logs their
 *                      exceptions
 *   BeginningCall      the ClientCallInfo of a call: service and method of a multiplexed name (MultiplexedName,
 *                      message); adds headers to the call until the interceptors have returned (begun); toString
 *   LiveCounters       the counters behind ClientCounters (metrics), each a LongAdder with its count method; failures
 *                      by cause, including rejections and timeouts; computes inFlight, openConnections and
 *                      firstAttempts; toString puts all in one line
 * </pre>
 */
package io.grizzlythrift.client.completion;
