/**
 * The calls of a client as users see them: interceptors, outcomes, and causes of failures.
 *
 * <pre>
 *   ClientInterceptor.begin(ClientCallInfo) --> call --> ClientCallListener.ended(ClientCallOutcome)
 *                                                 |
 *                                                 +--> CallFailedException: cause, endpoint, may it have run?
 * </pre>
 */
@NullMarked
package io.grizzlythrift.client.call;

import org.jspecify.annotations.NullMarked;
