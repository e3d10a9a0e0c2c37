/**
 * Takes one measurement: a client calls a server, between two readings of all counters.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.load.plan}: the load --&gt; {@link io.grizzlythrift.bench.load.LoadRun} --&gt; {@link io.grizzlythrift.bench.load.LoadResult}, {@link io.grizzlythrift.bench.load.LatencyMicros}
 *                          |  calls, and CPU time of both processes ({@link io.grizzlythrift.bench.machine})
 *                          v
 *                     {@link io.grizzlythrift.bench.load.LoadClients}, by name
 *                       |          |
 *                       v          v
 *   {@link io.grizzlythrift.bench.load.raw}: encoded     {@link io.grizzlythrift.bench.load.generated}: through generated code
 *   frames, replayed
 * </pre>
 */
package io.grizzlythrift.bench.load;
