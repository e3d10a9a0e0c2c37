/**
 * Who calls, how that was proved, and what it may call. An {@code Identity} belongs to a connection, or to one call;
 * handlers and interceptors read it from their {@code CallContext}. An {@code Authorizer}, such as {@code AccessRules},
 * decides about each call before its arguments are decoded.
 *
 * <pre>
 *   certificate, SASL ---- of the connection --+
 *                                              +--&gt; Identity --&gt; Authorizer --&gt; the handler, or a rejection
 *   Authenticator -------- of the call --------+
 * </pre>
 */
@NullMarked
package io.grizzlythrift.security;

import org.jspecify.annotations.NullMarked;
