/**
 * What a client, or the calls of one stub, are configured with.
 *
 * <pre>
 *   ThriftClientBuilder --> {@link io.grizzlythrift.client.config.ThriftClientConfig}   record: every call of the client
 *                                   |
 *                                   |  unless one stub differs:
 *                                   v
 *                           {@link io.grizzlythrift.client.config.CallOptions}          timeout of the calls of one stub; its bounds
 * </pre>
 */
package io.grizzlythrift.client.config;
