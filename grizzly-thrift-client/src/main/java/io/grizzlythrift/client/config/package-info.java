/**
 * The options of a client, and of the calls of one stub.
 *
 * <pre>
 *   ThriftClientBuilder --> {@link io.grizzlythrift.client.config.ThriftClientConfig}   record: all options of the client; no defaults and no checks; toString
 *                                   |            lists all values by name, or "none"
 *                                   |
 *                                   +-- {@link io.grizzlythrift.client.config.RetryPolicy}      maxRetries; which methods are idempotent, by name, also with
 *                                   |                    the service, or Predicate; the budget in percent of calls and
 *                                   |                    per second; its defaults and bounds
 *                                   +-- {@link io.grizzlythrift.client.config.HedgePolicy}      after which delay, fixed or a percentile of the latency, a
 *                                   |                    call without a reply is also sent to another endpoint; bounds
 *                                   |                    of both
 *                                   |
 *                                   |  overridden for one stub by:
 *                                   v
 *                           {@link io.grizzlythrift.client.config.CallOptions}          timeout (MIN_TIMEOUT, MAX_TIMEOUT), headers (a HeaderMap), priority,
 *                                                consumer of reply headers, routing key; the server's call
 *                                                (CallContext) to inherit from, or inheritingNothing; each setter
 *                                                returns a copy; toString lists the options that are set
 * </pre>
 */
package io.grizzlythrift.client.config;
