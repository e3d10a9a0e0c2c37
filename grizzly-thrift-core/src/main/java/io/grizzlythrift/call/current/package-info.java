/**
 * Knows which call a thread runs. Not exported: users ask {@link io.grizzlythrift.call.CallContext#current()}.
 *
 * <pre>
 *   dispatch (InvokedCall): ThreadCall.enter ... handler ... ThreadCall.end
 *                                                   |
 *                                                   v
 *   CallContext.current() --&gt; ThreadCall.current(): the newest call of the thread, by a thread-local
 *                                                   --&gt; its context, made on demand
 * </pre>
 */
package io.grizzlythrift.call.current;
