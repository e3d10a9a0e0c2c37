/**
 * Budget of retries, delay of hedges, and backoff. {@link io.grizzlythrift.client.config.RetryPolicy} and {@link
 * io.grizzlythrift.client.config.HedgePolicy} are the options; package {@code stub} makes the attempts.
 *
 * <pre>
 *   calls, time --> RetryBudget                         a token bucket: is one more attempt allowed? Each call
 *                                                       (perCall) and each second (perSecond) adds tokens, which decay
 *                                                       over 10 s (EXPIRY_SECONDS). One per client
 *   latencies   --> LatencyPercentile --> HedgeDelay    the delay before a call of a method is hedged. One per method
 *
 *   HedgeDelay          the fixed delay of the policy, or the percentile, at least MIN_DELAY; forwards took and
 *                       exceeded
 *   LatencyPercentile   estimates the percentile without keeping samples: up a little for a slower call, down for a
 *                       faster one (GAIN times the quantile); estimate (the bits of a float) and number of calls in one
 *                       long, by compare-and-set; UNKNOWN for the first 100 calls
 *   ExponentialBackoff  record of first and longest; nanos: doubles with each consecutive failure, less a random part
 *                       (jitter). For connecting again (endpoint) and for ejected servers (health)
 * </pre>
 */
package io.grizzlythrift.client.retry;
