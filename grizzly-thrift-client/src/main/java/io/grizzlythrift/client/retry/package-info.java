/**
 * What retries and hedges are decided with. {@link io.grizzlythrift.client.config.RetryPolicy} and {@link
 * io.grizzlythrift.client.config.HedgePolicy} are the options; the attempts themselves are made in the package of stubs.
 *
 * <pre>
 *   calls, time --> RetryBudget                         a token bucket: may there be one more attempt? One for each client
 *   latencies   --> LatencyPercentile --> HedgeDelay    after how long a call of a method is hedged. One for each method
 * </pre>
 */
package io.grizzlythrift.client.retry;
