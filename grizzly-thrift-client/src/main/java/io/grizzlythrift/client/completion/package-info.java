/**
 * How a call ends: counted once, interceptors notified, then its caller on the right thread.
 *
 * <pre>
 *   result | exception | failure --> CallCompletion --> ClientInterceptorChain --> LiveCounters --> caller
 *                                       ^                                             |
 *                                       +---- retried by a timer if memory ran out ---+
 *
 *   CallCompletion     owns chain, counters and the QueuedBytes (codec). Every end of a call passes here: completed, threw,
 *                      failed, sent, cancelled, broken, or failedHere, on the thread that makes the call. Notes what ended the
 *                      call (endedBy); makes the CallFailedException for what was thrown (failureOf), or for a reply
 *                      that is no result (notAResult); counts once. Notifies the caller: callbacks run here (runHere), on
 *                      their selector or on the callback executor, once; reply headers; logs rejected and failed callbacks
 *                      and NO_CAPACITY. Keeps calls that are unfinished, for lack of memory, and their timer; whenIdle, for
 *                      close
 *   ClientInterceptorChain   are any interceptors enabled? begins them for a call and keeps their listeners; makes the
 *                      ClientCallOutcome for each kind of end, cancelled ones too; notifies the listeners, also before and
 *                      after a callback; logs what they throw
 *   BeginningCall      the ClientCallInfo of a call: splits service and method of a multiplexed name; adds headers to the
 *                      call until the interceptors have returned (begun)
 *   LiveCounters       the counters behind ClientCounters (metrics), each a LongAdder with its count method; failures by
 *                      cause (rejected and timed out ones among them); computes inFlight, openConnections and firstAttempts;
 *                      all in one line (toString)
 * </pre>
 */
package io.grizzlythrift.client.completion;
