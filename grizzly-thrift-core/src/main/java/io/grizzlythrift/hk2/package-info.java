/**
 * Runs a server for handlers that are bound in an HK2 {@code ServiceLocator}, such as that of Jersey, GlassFish or
 * Payara.
 *
 * <pre>
 *   {@link io.grizzlythrift.hk2.ThriftBinder}           a Binder with builder methods: services, strategy name, server options, immediately
 *        |  bind
 *        v
 *   BoundServerConfig      record: the same, immutable, in the locator under the server's name; nested: its Service
 *        v
 *   ThriftServerFactory    an HK2 Factory: provide builds and starts the server at its first lookup, with all bound
 *        |                 interceptors; logs a failed immediate start; dispose drains it; gets services from their
 *        |                 handles (resolve), closes per-lookup handles
 *        |-- BoundHandlers     the requested handlers, or all bound ones (a BoundContract each): finds handles and
 *        |                     descriptors in the locator by contract and name (namedOrUnnamed); nested: Handler, with
 *        |                     name, type and handle; errors for missing or duplicate ones
 *        |-- ThriftService     a contract: finds its generated interface (Iface, AsyncIface, FutureIface) among all
 *        |                     super types; the generated Processor or AsyncProcessor beside it, among the classes nested
 *        |                     in the service, and its constructor, by reflection (processorOf); the default name of a
 *        |                     service; makes its TProcessor for a handler, adapted by FutureHandlers (call)
 *        |-- BoundStrategies   finds one ProcessingStrategy by name, or throws with the known names; adds the classes
 *        |                     of the built-in ones that are missing
 *        v
 *   {@link io.grizzlythrift.server.ThriftServer}
 * </pre>
 *
 * <p>Depends on hk2-api only; the application provides the locator.
 */
package io.grizzlythrift.hk2;
