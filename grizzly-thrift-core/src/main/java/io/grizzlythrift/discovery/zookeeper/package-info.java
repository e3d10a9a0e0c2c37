/**
 * Servers in ZooKeeper, by Curator, in the format of its service discovery. Needs {@code
 * org.apache.curator:curator-x-discovery}.
 *
 * <pre>
 *   ThriftServer --> {@link io.grizzlythrift.discovery.zookeeper.ZooKeeperAnnouncer}.announce --> RegisteredNode --> ephemeral node BASE/SERVICE/ID
 *                                                      |  a thread: ensures that the node exists, pauses after failures,
 *                                                      |  is woken by the watch and by Curator's connection; close removes it
 *                                                      v
 *                                {@link io.grizzlythrift.discovery.zookeeper.ServiceInstanceFormat}: JSON of curator-x-discovery; weight, zone, metadata as payload
 *                                                      ^
 *   ZooKeeperResolver (client) -----------------------+--> {@link io.grizzlythrift.discovery.zookeeper.RegisteredServer}: record of address and time
 * </pre>
 */
package io.grizzlythrift.discovery.zookeeper;
