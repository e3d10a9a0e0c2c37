/**
 * Several servers, or several clients of one server, side by side: rounds and the table.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.compare.Contender}  A, B, ...       a client and a server that is up during all rounds ({@link io.grizzlythrift.bench.process})
 *        |                    measured one at a time: A, B, ..., A, B, ...
 *        v
 *   {@link io.grizzlythrift.bench.results.LoadMeasurement}           a file each
 *   {@link io.grizzlythrift.bench.compare.CompareTable}              median (min-max), ratios to the first
 * </pre>
 */
package io.grizzlythrift.bench.compare;
