/**
 * What a client counts.
 *
 * <pre>
 *   calls = completed + failed(cause)... + inFlight       {@link io.grizzlythrift.client.metrics.ClientCounters}: the interface that users read
 *   connections: attempts -> opened -> closed, reconnects                 (LiveCounters, completion, counts)
 * </pre>
 */
package io.grizzlythrift.client.metrics;
