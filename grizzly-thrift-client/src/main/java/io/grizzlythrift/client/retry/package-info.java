/**
 * What retries and hedges are decided with. {@link io.grizzlythrift.client.config.RetryPolicy} and {@link
 * io.grizzlythrift.client.config.HedgePolicy} are the options; the attempts themselves are made in the package of stubs.
 *
 * <pre>
 *   calls, time --> RetryBudget                         a token bucket: may there be one more attempt? Tokens for each call
 *                                                       and each second, which fade over 10 s. One for each client
 *   latencies   --> LatencyPercentile --> HedgeDelay    after how long a call of a method is hedged. One for each method
 *
 *   HedgeDelay          the fixed delay of the policy, or the percentile, at least MIN_DELAY; passes on took and exceeded
 *   LatencyPercentile   estimates the percentile without keeping samples: up a little for a slower call, down for a faster
 *                       one (GAIN); estimate and number of calls in one long; UNKNOWN for the first 100 calls
 * </pre>
 */
package io.grizzlythrift.client.retry;
