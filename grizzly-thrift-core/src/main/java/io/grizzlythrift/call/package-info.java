/**
 * What handlers and interceptors see of a call.
 *
 * <pre>
 *   interceptor.begin(CallContext) --&gt; handler --&gt; CallListener.ended(CallOutcome)
 *                                         |
 *                                         +-- CallContext.current(): method, peer, time left
 *                                         +-- FutureHandlers: a FutureIface as an asynchronous handler
 *   ReplyOrder: in which order the replies of a connection leave
 * </pre>
 */
package io.grizzlythrift.call;
