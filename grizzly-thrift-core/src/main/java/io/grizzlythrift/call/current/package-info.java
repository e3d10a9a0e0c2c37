/**
 * Tracks which call a thread runs. Not exported: users call {@link io.grizzlythrift.call.CallContext#current()}.
 *
 * <pre>
 *   dispatch (InvokedCall): ThreadCall.bind, enter ... handler ... end, unbind
 *                                                   |
 *                                                   v
 *   CallContext.current() --&gt; ThreadCall.current(): the newest active call of the thread, in a thread-local slot; it
 *                             may run inside an outer call
 *                                                   |
 *                                                   v
 *                             its context, created on demand (abstract: by InvokedCall)
 * </pre>
 */
package io.grizzlythrift.call.current;
