/**
 * Publishes the metrics of a client to Micrometer. The only package of the client that needs {@code
 * io.micrometer:micrometer-core}, an optional dependency. {@link
 * io.grizzlythrift.client.micrometer.ThriftClientMetricsBinder} reads counters that exist anyway, so it costs nothing
 * per call; {@link io.grizzlythrift.client.micrometer.ThriftClientCallTimer} records the time of each call.
 */
@NullMarked
package io.grizzlythrift.client.micrometer;

import org.jspecify.annotations.NullMarked;
