/**
 * What a client, or the calls of one stub, are configured with.
 *
 * <pre>
 *   ThriftClientBuilder --> {@link io.grizzlythrift.client.config.ThriftClientConfig}   record: every call of the client; all values by name (toString)
 *                                   |
 *                                   +-- {@link io.grizzlythrift.client.config.RetryPolicy}      which calls are made again after they failed, and how often; idempotent methods
 *                                   +-- {@link io.grizzlythrift.client.config.HedgePolicy}      when calls without a reply are made elsewhere as well
 *                                   |
 *                                   |  unless one stub differs:
 *                                   v
 *                           {@link io.grizzlythrift.client.config.CallOptions}          timeout and headers of the calls of one stub; bounds
 * </pre>
 */
package io.grizzlythrift.client.config;
