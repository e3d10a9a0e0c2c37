/**
 * Presets: which servers are measured under which loads, in which order.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.matrix.Preset} - {@link io.grizzlythrift.bench.matrix.Cut}      what is measured; {@link io.grizzlythrift.bench.matrix.OwnCalls}: recorded calls instead of the echo
 *        |
 *        v
 *   {@link io.grizzlythrift.bench.matrix.Matrix}            groups, one after the other
 *        |                     group: the cases that are compared, in turns, round after round
 *        v
 *   case                      new processes: a server, and a client, idle connections or YCSB
 *        |
 *        v
 *   {@link io.grizzlythrift.bench.results.Measurement}       a file each
 * </pre>
 */
package io.grizzlythrift.bench.matrix;
