/**
 * Serves beans of a CDI application: those that are annotated with {@link io.grizzlythrift.cdi.ThriftService}. Needs
 * {@code jakarta.enterprise:jakarta.enterprise.cdi-api} 4.0 or newer, an optional dependency that every Jakarta EE
 * container and CDI implementation has; without it, nothing loads this package.
 *
 * <pre>
 *   beans with @ThriftService, properties grizzly.thrift.server.NAME.*
 *      v
 *   ThriftServerExtension   validates them when the application is deployed, starts when it is initialized
 *      v
 *   ThriftServerBuilder     an event, for what properties cannot say
 *      v
 *   ThriftServer            an event and a bean; drained before the beans are destroyed
 * </pre>
 */
@NullMarked
package io.grizzlythrift.cdi;

import org.jspecify.annotations.NullMarked;
