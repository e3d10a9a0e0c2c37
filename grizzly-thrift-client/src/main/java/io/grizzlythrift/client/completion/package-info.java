/**
 * How a call ends: counted once, interceptors notified, then its caller on the right thread.
 *
 * <pre>
 *   result | exception | failure --> CallCompletion --> ClientInterceptorChain --> LiveCounters --> caller
 *                                       ^                                             |
 *                                       +---- retried by a timer if memory ran out ---+
 *
 *   CallCompletion     owns the other two and the QueuedBytes. completed, threw, failed, sent, cancelled, broken:
 *                      notes what ended the call; makes the failure for what was thrown, or for a reply that is no
 *                      result; whenIdle, for close; runs callbacks here, on their selector or on the callback executor;
 *                      logs rejected and failed callbacks and NO_CAPACITY
 *   ClientInterceptorChain   begins the interceptors of a call and keeps their listeners; makes the ClientCallOutcome for each
 *                      kind of end, cancelled ones too, and notifies the listeners; logs what they throw
 *   LiveCounters       the counters behind ClientCounters; all in one line (toString)
 * </pre>
 */
package io.grizzlythrift.client.completion;
