/**
 * Serves handlers that are bound in an HK2 {@code ServiceLocator}, such as that of Jersey, GlassFish or Payara.
 *
 * <pre>
 *   {@link io.grizzlythrift.hk2.ThriftBinder}      what the server serves, and its options
 *        |  bind
 *        v
 *   BoundServerConfig         the same, immutable, in the locator
 *        v
 *   ThriftServerFactory       makes and starts the server at its first lookup; drains it when the locator shuts down
 *        |   BoundHandlers      finds handlers by contract
 *        |   ThriftService      the generated processor of a contract
 *        |   BoundStrategies    finds a strategy by name
 *        |   CallInterceptor    all that are bound
 *        v
 *   {@link io.grizzlythrift.server.ThriftServer}
 * </pre>
 *
 * <p>Depends on hk2-api only; the application provides the locator.
 */
package io.grizzlythrift.hk2;
