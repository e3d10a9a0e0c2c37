/**
 * Runs a server for handlers that are bound in an HK2 {@code ServiceLocator}, such as that of Jersey, GlassFish or
 * Payara. It depends on hk2-api only; the application provides the locator.
 *
 * <pre>
 *   ThriftBinder, in the application's binder
 *      v
 *   ThriftServerFactory   at the first lookup: finds handlers, interceptors and the strategy in the locator
 *      v
 *   ThriftServer          drained when the locator shuts down
 * </pre>
 */
@NullMarked
package io.grizzlythrift.hk2;

import org.jspecify.annotations.NullMarked;
