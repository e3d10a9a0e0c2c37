package io.grizzlythrift.inspect;

import io.grizzlythrift.metrics.MethodMetrics;
import java.util.Optional;

/**
 * A method of a server. Immutable.
 *
 * @param metrics what is always recorded
 * @param queued the times in queue since somebody looks; empty at the first look, and none are recorded once nobody has looked for
 *     half a minute
 * @param handled the times in the handler, likewise, with the accuracy that {@link io.grizzlythrift.metrics.ServerMetrics}
 *     describes
 * @param placement which threads run its calls, and why; empty unless the strategy chooses them by method
 */
public record MethodSnapshot(
        MethodMetrics metrics, Latencies queued, Latencies handled, Optional<PlacementSnapshot> placement) {}
