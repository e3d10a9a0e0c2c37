/**
 * Knows which call a thread runs. Not exported: users ask {@link io.grizzlythrift.call.CallContext#current()}.
 *
 * <pre>
 *   dispatch: ThreadCall.begin ... handler ... ThreadCall.end
 *                                     |
 *                                     v
 *             CallContext.current() -> ThreadCall.current() -> its context, made on demand
 * </pre>
 */
package io.grizzlythrift.call.current;
