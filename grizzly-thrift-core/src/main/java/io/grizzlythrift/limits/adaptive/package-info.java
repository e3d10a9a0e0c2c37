/**
 * Adapts the limit on calls in flight to how long calls take. It adds no work to a call: every 250 ms it reads the sums
 * that the metrics keep anyway.
 *
 * <pre>
 *   sums of the times of all calls --> AdaptiveLimit: one window --> GradientLimit: the next limit --> admission
 * </pre>
 */
package io.grizzlythrift.limits.adaptive;
