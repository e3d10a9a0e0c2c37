/**
 * Knows which call a thread runs. Not exported: users ask {@link io.grizzlythrift.call.CallContext#current()}.
 *
 * <pre>
 *   dispatch (InvokedCall): ThreadCall.bind, enter ... handler ... end, unbind
 *                                                   |
 *                                                   v
 *   CallContext.current() --&gt; ThreadCall.current(): the newest call of the thread, by a thread-local slot; inside it
 *                             perhaps an outer one    --&gt; its context, made on demand
 * </pre>
 */
package io.grizzlythrift.call.current;
