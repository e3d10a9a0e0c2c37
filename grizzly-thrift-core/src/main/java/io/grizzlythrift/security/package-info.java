/**
 * Who calls, and how that was proved. An {@code Identity} belongs to a connection, or to one call; handlers and
 * interceptors read it from their {@code CallContext}.
 */
@NullMarked
package io.grizzlythrift.security;

import org.jspecify.annotations.NullMarked;
