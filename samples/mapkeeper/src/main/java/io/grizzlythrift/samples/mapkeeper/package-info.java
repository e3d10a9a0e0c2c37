/**
 * An ordered key-value service in memory, and the benchmark that shows what the three strategies do to it.
 *
 * <pre>
 *   MapKeeperBenchmark            for each strategy: starts both, reads YCSB's report, prints the table
 *        |              |
 *        v              v
 *   YCSB               MapKeeperServer            each a process of its own
 *   site.ycsb.Client   ThriftServer, strategy
 *        |              |
 *   MapKeeperYcsbClient | generated MapKeeper.Processor
 *   one connection per  |
 *   YCSB thread         MapKeeperHandler          maps by name, response codes
 *        |              |
 *        '---- TCP -----'
 *         framed, compact
 *                       RecordMap                 one map: sorted records, scans
 * </pre>
 *
 * <p>The IDL, with every rule of the service, is {@code src/main/thrift/mapkeeper.thrift}.
 */
package io.grizzlythrift.samples.mapkeeper;
