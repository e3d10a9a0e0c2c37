/**
 * What handlers and interceptors of a server see of a call.
 *
 * <pre>
 *   CallInterceptor.begin(CallContext) --> handler --> CallListener.ended(CallOutcome)
 *                                             |
 *                                             +-- CallContext.current(): method, peer, headers, time left
 * </pre>
 */
package io.grizzlythrift.call;
