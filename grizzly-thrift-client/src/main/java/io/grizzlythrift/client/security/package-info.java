/** How a client proves who it is: {@link SaslCredentials} for its connections. */
@NullMarked
package io.grizzlythrift.client.security;

import org.jspecify.annotations.NullMarked;
