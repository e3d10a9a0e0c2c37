/**
 * Budget of retries, delay of hedges, and backoff. {@link io.grizzlythrift.client.config.RetryPolicy} and {@link
 * io.grizzlythrift.client.config.HedgePolicy} are the options; package {@code stub} makes the attempts.
 */
package io.grizzlythrift.client.retry;
