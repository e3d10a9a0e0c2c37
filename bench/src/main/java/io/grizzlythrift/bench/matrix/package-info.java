/**
 * Presets: predefined comparisons of servers and clients under different loads.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.matrix.Preset} - {@link io.grizzlythrift.bench.matrix.Cut}      the cases to measure; {@link io.grizzlythrift.bench.matrix.OwnCalls}: recorded calls instead of the echo
 *        |
 *        v
 *   {@link io.grizzlythrift.bench.matrix.Matrix}            groups, one after the other
 *        |                     group: the cases that are compared, measured in turns, round after round
 *        v
 *   case                      new processes: a server, and a client, idle connections or YCSB
 *        |
 *        v
 *   {@link io.grizzlythrift.bench.results.Measurement}       one file per comparison, a {@link io.grizzlythrift.bench.results.RunLog}
 * </pre>
 */
package io.grizzlythrift.bench.matrix;
