/**
 * A call as a user sees it: what intercepts it, how it ends, why it fails.
 *
 * <pre>
 *   caller --> {@link io.grizzlythrift.client.call.ClientInterceptor}.begin(ClientCallInfo) --> call --> result
 *                                        |                                                  |
 *                                        |                                                  +--> exception of the server
 *                                        v                                                  |
 *                                ClientCallListener.ended(ClientCallOutcome)  &lt;---------------+--> {@link
 * io.grizzlythrift.client.call.CallFailedException}: a {@link io.grizzlythrift.client.call.FailureCause}
 * </pre>
 */
package io.grizzlythrift.client.call;
