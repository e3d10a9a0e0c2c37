/**
 * Injects clients and their stubs into the beans of a CDI application, at injection points with {@link
 * io.grizzlythrift.client.cdi.ThriftClient}. Needs {@code jakarta.enterprise:jakarta.enterprise.cdi-api} 4.0 or newer,
 * an optional dependency that every Jakarta EE container and CDI implementation has; without it, nothing loads this
 * package.
 */
@NullMarked
package io.grizzlythrift.client.cdi;

import org.jspecify.annotations.NullMarked;
