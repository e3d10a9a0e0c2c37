/**
 * How a call ends: counted once, interceptors notified, then its caller on the right thread.
 *
 * <pre>
 *   result | exception | failure --> CallCompletion --> InterceptorChain --> LiveCounters --> caller
 *                                       ^                                             |
 *                                       +---- retried by a timer if memory ran out ---+
 *
 *   CallCompletion     makes the exception of a failed call (time-out, cancelled, lost connection), says whether the
 *                      call may have run, runs callbacks on their executor, logs what callbacks throw
 *   InterceptorChain   the interceptors of each call and their listeners; logs what they throw
 *   LiveCounters       the counters behind ClientCounters
 * </pre>
 */
package io.grizzlythrift.client.completion;
