/**
 * Budget of retries, delay of hedges, and backoff. {@link io.grizzlythrift.client.config.RetryPolicy} and {@link
 * io.grizzlythrift.client.config.HedgePolicy} are the options; package {@code stub} makes the attempts.
 *
 * <pre>
 *   calls, time --> RetryBudget                         a token bucket: is one more attempt allowed? Each call and each
 *                                                       second adds tokens, which decay over 10 s. One per client
 *   latencies   --> LatencyPercentile --> HedgeDelay    the delay before a call of a method is hedged. One per method
 *
 *   HedgeDelay          the fixed delay of the policy, or the percentile, at least MIN_DELAY; forwards took and
 *                       exceeded
 *   LatencyPercentile   estimates the percentile without keeping samples: up a little for a slower call, down for a
 *                       faster one (GAIN); estimate and number of calls in one long; UNKNOWN for the first 100 calls
 *   ExponentialBackoff  first, longest: doubles with each consecutive failure, with jitter. For connecting again (endpoint)
 *                       and for ejected servers (health)
 * </pre>
 */
package io.grizzlythrift.client.retry;
