/**
 * How a call ends: counted once, interceptors notified, then its caller on the right thread.
 *
 * <pre>
 *   result | exception | failure --> CallCompletion --> ClientInterceptorChain --> LiveCounters --> caller
 *                                       ^                                             |
 *                                       +---- retried by a timer if memory ran out ---+
 *
 *   CallCompletion     owns the other two and the QueuedBytes. completed, threw, failed, sent, cancelled, broken:
 *                      notes what ended the call (endedBy); makes the CallFailedException for what was thrown, or for a
 *                      reply that is no result (notAResult); whenIdle, for close; runs callbacks here (runHere), on their
 *                      selector or on the callback executor, once; logs rejected and failed callbacks and NO_CAPACITY;
 *                      calls that are unfinished, for lack of memory, and their timer
 *   ClientInterceptorChain   begins the interceptors of a call and keeps their listeners; makes the ClientCallInfo (service
 *                      and method of a multiplexed name) and, for each kind of end, cancelled ones too, the
 *                      ClientCallOutcome; notifies the listeners; logs what they throw
 *   BeginningCall      the ClientCallInfo of a call: adds headers to it until the interceptors have returned
 *   LiveCounters       the counters behind ClientCounters, failures by cause (rejected and timed out ones among them); all
 *                      in one line (toString)
 * </pre>
 */
package io.grizzlythrift.client.completion;
