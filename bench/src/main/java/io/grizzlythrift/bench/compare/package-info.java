/**
 * Several servers, or several clients of one server, side by side: processes, rounds and the table.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.compare.Children}        ends every process below
 *        |
 *        +-- {@link io.grizzlythrift.bench.compare.ServerProcess} A, B, ... or one   up during all rounds
 *        +-- {@link io.grizzlythrift.bench.compare.LoadProcess}   A, B, ..., A, B, ...   one at a time
 *                 |
 *                 |  {@link io.grizzlythrift.bench.compare.Contender}: which client calls which server
 *                 v
 *            {@link io.grizzlythrift.bench.results.LoadMeasurement}   a file each
 *            {@link io.grizzlythrift.bench.compare.CompareTable}  median (min-max), ratios to the first
 * </pre>
 */
package io.grizzlythrift.bench.compare;
