/**
 * The counters and metrics of a server, readable by any thread. {@code ServerCounters} counts for the whole server,
 * {@code ServerMetrics} for each method; both are also published by JMX. Package {@code metrics.recorder} records them.
 */
@NullMarked
package io.grizzlythrift.metrics;

import org.jspecify.annotations.NullMarked;
