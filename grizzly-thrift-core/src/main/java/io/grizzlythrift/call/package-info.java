/**
 * What handlers and interceptors of a server see of a call.
 *
 * <pre>
 *   ServerInterceptor.begin(CallContext) --> handler --> ServerCallListener.ended(ServerCallOutcome)
 *                                             |
 *                                             +-- CallContext.current(): method, peer, headers, time left
 * </pre>
 */
@NullMarked
package io.grizzlythrift.call;

import org.jspecify.annotations.NullMarked;
