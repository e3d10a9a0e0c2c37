/**
 * A call as a user sees it: what intercepts it, how it ends, why it fails.
 *
 * <pre>
 *   caller --> {@link io.grizzlythrift.client.call.ClientInterceptor}.begin(ClientCallInfo) --> call --> result
 *                                        |                                                  |
 *                                        |                                                  +--> exception of the server
 *                                        v                                                  |
 *                                ClientCallListener.ended(ClientCallOutcome)  &lt;---------------+--> CallFailedException
 *
 *   ClientInterceptor     interface: begin returns the listener of a call; isEnabled; does it write headers to arguments?
 *   ClientCallListener    interface: ended, callbackStarts, callbackReturned; IGNORED
 *   ClientCallInfo        interface: method, service, oneway, timeout, headers to add to; BeginningCall (completion)
 *   ClientCallOutcome     record: kind (replied, exception, failed), failure, exception, endpoint, bytes, headers, time
 *   {@link io.grizzlythrift.client.call.CallFailedException}   a TTransportException: method, endpoint, cause; words them, the reason and whether
 *                         the call may have run
 *   CallTimeoutException  that, for a deadline that passed: "timed out after N ms", and a hint; keeps the timeout
 *   {@link io.grizzlythrift.client.call.FailureCause}          enum, each with the closest type of a TTransportException; which are rejections by
 *                         the server (isRejection), which are worth another try (isRetriable)
 * </pre>
 */
package io.grizzlythrift.client.call;
