/**
 * The calls of a client as users see them: interceptors, outcomes, and causes of failures.
 *
 * <pre>
 *   caller --> {@link io.grizzlythrift.client.call.ClientInterceptor}.begin(ClientCallInfo) --> call --> result
 *                                        |                                                 |
 *                                        |                                                 +--> exception of the server
 *                                        v                                                 |
 *                                ClientCallListener.ended(ClientCallOutcome)  &lt;------------+--> CallFailedException
 *
 *   ClientInterceptor     interface: begin returns the listener of a call, or throws to reject it; isEnabled;
 *                         writesArgumentHeaders
 *   ClientCallListener    interface: ended, callbackStarts, callbackReturned; IGNORED
 *   ClientCallInfo        interface: method, service, oneway, timeout, headers, addHeader; implemented by BeginningCall
 *                         (completion)
 *   ClientCallOutcome     record: Kind (replied, exception, failed), failure, exception, endpoint, bytes, headers, time
 *   {@link io.grizzlythrift.client.call.CallFailedException}   a TTransportException: method, endpoint, cause, mayHaveRun; builds the message from these and
 *                         the reason: "METHOD to ENDPOINT failed: REASON; it may have run", or "it was not sent"
 *                         (suffix)
 *   CallTimeoutException  a CallFailedException for a deadline that passed: "timed out after N ms", and a hint; timeout
 *   {@link io.grizzlythrift.client.call.FailureCause}          enum, each with the closest type of a TTransportException, such as NOT_OPEN: is it a
 *                         rejection by the server (isRejection), is it worth another attempt (isRetriable)
 * </pre>
 */
package io.grizzlythrift.client.call;
