/**
 * Compares several servers, or several clients of one server: rounds and the table.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.compare.Contender}  A, B, ...       a client and a server that is up during all rounds ({@link io.grizzlythrift.bench.process})
 *        |                    measured one at a time: A, B, ..., A, B, ...
 *        v
 *   {@link io.grizzlythrift.bench.results.LoadMeasurement}           one file per measurement
 *   {@link io.grizzlythrift.bench.compare.CompareTable}              median (min-max), ratios to the first
 * </pre>
 */
package io.grizzlythrift.bench.compare;
