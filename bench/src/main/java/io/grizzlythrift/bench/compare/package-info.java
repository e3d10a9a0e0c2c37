/**
 * Several servers side by side: processes, rounds and the table.
 *
 * <pre>
 *   {@link io.grizzlythrift.bench.compare.Children}        ends every process below
 *        |
 *        +-- {@link io.grizzlythrift.bench.compare.ServerProcess} A, B, ...     up during all rounds
 *        +-- {@link io.grizzlythrift.bench.compare.LoadProcess}   A, B, ..., A, B, ...   one at a time
 *                 |
 *                 v
 *            {@link io.grizzlythrift.bench.compare.ComparedRun}   a file each
 *            {@link io.grizzlythrift.bench.compare.CompareTable}  median (min-max)
 * </pre>
 */
package io.grizzlythrift.bench.compare;
