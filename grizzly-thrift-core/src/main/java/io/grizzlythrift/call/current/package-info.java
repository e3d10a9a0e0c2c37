/**
 * Knows which call a thread runs. Not exported: users ask {@link io.grizzlythrift.call.CallContext#current()}.
 *
 * <pre>
 *   dispatch (InvokedCall): ThreadCall.bind, enter ... handler ... end, unbind
 *                                                   |
 *                                                   v
 *   CallContext.current() --&gt; ThreadCall.current(): the newest active call of the thread, by a thread-local Slot; inside it
 *                             perhaps an outer one    --&gt; its context, made on demand (abstract: by InvokedCall)
 * </pre>
 */
package io.grizzlythrift.call.current;
