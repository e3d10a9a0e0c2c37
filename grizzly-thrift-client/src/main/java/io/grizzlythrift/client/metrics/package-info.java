/**
 * What a client counts.
 *
 * <pre>
 *   calls = completed + failed(cause)... + inFlight       {@link io.grizzlythrift.client.metrics.ClientCounters}
 *   connections: attempts -> opened -> closed, reconnects
 * </pre>
 */
package io.grizzlythrift.client.metrics;
