/**
 * Runs YCSB on a MapKeeper server, and reports operations per second and latency.
 *
 * <pre>
 *   MapKeeperBenchmark      main: for each strategy, a ServerProcess and both phases; then the ResultTable
 *        |
 *        |  YcsbJob         workload, records, operations, threads
 *        |  YcsbTarget      binding, port
 *        v
 *   YcsbPhase               load or run: starts site.ycsb.Client (JavaProcess), parses its output
 *        |           |
 *        v           '---&gt; PhaseResult, YcsbReport
 *   site.ycsb.Client        a separate process
 *        |
 *        v
 *   MapKeeperYcsbClient     YCSB's database binding: a connection per thread, RecordEncoding
 *        |
 *        v
 *   MapKeeper server
 * </pre>
 */
package io.grizzlythrift.samples.mapkeeper.ycsb;
