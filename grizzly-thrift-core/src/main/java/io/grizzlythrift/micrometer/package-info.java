/**
 * Publishes the counters and metrics of a server to Micrometer. It needs {@code io.micrometer:micrometer-core}, an
 * optional dependency. {@link io.grizzlythrift.micrometer.ThriftServerMetricsBinder} reads counters that exist anyway,
 * so it costs nothing per call; {@link io.grizzlythrift.micrometer.ThriftServerCallTimer} records the time of each
 * call.
 */
@NullMarked
package io.grizzlythrift.micrometer;

import org.jspecify.annotations.NullMarked;
