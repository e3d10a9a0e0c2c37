/**
 * How a call ends: counted once, interceptors notified, then its caller on the right thread.
 *
 * <pre>
 *   result | exception | failure --> CallCompletion --> InterceptorChain --> LiveCounters --> caller
 *                                       ^                                             |
 *                                       +---- retried by a timer if memory ran out ---+
 * </pre>
 */
package io.grizzlythrift.client.completion;
