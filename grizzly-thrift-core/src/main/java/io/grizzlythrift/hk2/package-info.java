/**
 * Serves what is bound in an HK2 {@code ServiceLocator}: as in Jersey, GlassFish, Payara, or a program of one's own.
 *
 * <pre>
 *   {@link io.grizzlythrift.hk2.ThriftBinder}      what a server is to serve, as a ServerPlan
 *        |  bound into the locator
 *        v
 *   ThriftServerFactory       asked for the ThriftServer, or by the immediate scope
 *        |
 *        |   BoundHandlers      handlers, by their contract -&gt; ThriftService: the generated processor
 *        |   BoundStrategies    a strategy, by its name
 *        |   CallInterceptor    all that are bound
 *        v
 *   {@link io.grizzlythrift.server.ThriftServer}      started; drained when the locator is shut down
 * </pre>
 *
 * <p>Needs hk2-api alone; the application brings its locator.
 */
package io.grizzlythrift.hk2;
