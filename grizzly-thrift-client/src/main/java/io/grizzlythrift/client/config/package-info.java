/**
 * What a client, or the calls of one stub, are configured with.
 *
 * <pre>
 *   ThriftClientBuilder --> {@link io.grizzlythrift.client.config.ThriftClientConfig}   every call of the client
 *                                   |
 *                                   |  unless one stub differs:
 *                                   v
 *                           {@link io.grizzlythrift.client.config.CallOptions}          the calls of one stub
 * </pre>
 */
package io.grizzlythrift.client.config;
