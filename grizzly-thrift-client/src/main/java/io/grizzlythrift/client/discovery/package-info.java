/**
 * Where the servers of a client come from.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.Resolver}.start(Listener) ---> Resolution: refresh(), close()
 *                          |
 *                          +--- resolved(servers) | failed(cause) ---> the client
 * </pre>
 */
package io.grizzlythrift.client.discovery;
