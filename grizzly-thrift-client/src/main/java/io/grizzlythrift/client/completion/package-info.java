/**
 * Ends calls: counts each once, notifies the interceptors, and then the caller on the right thread.
 *
 * <pre>
 *   result | exception | failure --> CallCompletion --> interceptors --> counters --> caller
 *                                       ^                                  |
 *                                       +--- retried if memory ran out ----+
 * </pre>
 */
package io.grizzlythrift.client.completion;
