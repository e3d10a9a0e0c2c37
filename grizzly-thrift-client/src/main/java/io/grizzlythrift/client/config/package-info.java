/**
 * What a client, or the calls of one stub, are configured with.
 *
 * <pre>
 *   ThriftClientBuilder --> {@link io.grizzlythrift.client.config.ThriftClientConfig}   record: each option of the client, for every call; no defaults and no checks;
 *                                   |            all values by name (toString)
 *                                   |
 *                                   +-- {@link io.grizzlythrift.client.config.RetryPolicy}      maxRetries, which methods are idempotent, by name or Predicate; the
 *                                   |                    budget in percent of calls and per second; its defaults and bounds
 *                                   +-- {@link io.grizzlythrift.client.config.HedgePolicy}      a call without a reply is made elsewhere as well after a fixed delay or
 *                                   |                    after a percentile of the latency; bounds of both
 *                                   |
 *                                   |  unless one stub differs:
 *                                   v
 *                           {@link io.grizzlythrift.client.config.CallOptions}          timeout (MIN_TIMEOUT, MAX_TIMEOUT), headers, priority, consumer of
 *                                                reply headers, routing key, the call to inherit from, or none;
 *                                                each setter returns a copy; names what is set (toString)
 * </pre>
 */
package io.grizzlythrift.client.config;
