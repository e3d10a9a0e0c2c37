/**
 * Whether a server should get calls.
 *
 * <pre>
 *   ends of calls and connections (pool)
 *        |
 *        v
 *   EndpointHealth    one server: failures in a row, success rate -> ejected, backoff, probing, open; slow start
 *   PeakEwma          the latency of its calls
 * </pre>
 */
package io.grizzlythrift.client.health;
