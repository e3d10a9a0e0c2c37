/**
 * An ordered key-value service in memory.
 *
 * <pre>
 *   client, framed and compact
 *        |
 *        v
 *   MapKeeperServer     builds a ThriftServer on one of the strategies
 *        |
 *        v
 *   MapKeeperHandler    maps by name, response codes
 *        |
 *        v
 *   RecordMap           one map: sorted records, scans
 * </pre>
 *
 * <p>The IDL, {@code src/main/thrift/mapkeeper.thrift}, states every rule of the service. YCSB drives it in
 * {@link io.grizzlythrift.samples.mapkeeper.ycsb}.
 */
package io.grizzlythrift.samples.mapkeeper;
