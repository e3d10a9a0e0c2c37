/**
 * The dimensions in which a row varies: strategy, transport and size.
 *
 * <pre>
 *   Strategy x Wire (plain, TLS) x Sizes (scaled down, soak)
 *                |
 *                +-- Certificates: created by the test process, read by the processes that it starts
 * </pre>
 */
package io.grizzlythrift.scorecard.variant;
