/**
 * What a row varies: who runs the calls, on which transport, how many.
 *
 * <pre>
 *   Strategy x Wire (plain, TLS) x Sizes (scaled down, soak)
 *                |
 *                +-- Certificates: made by the test process, read by the processes that it starts
 * </pre>
 */
package io.grizzlythrift.scorecard.variant;
