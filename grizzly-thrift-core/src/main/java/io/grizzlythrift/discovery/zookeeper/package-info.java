/**
 * Announces servers in ZooKeeper with Curator, in the format of its service discovery. Needs {@code
 * org.apache.curator:curator-x-discovery}.
 *
 * <pre>
 *   ThriftServer --> {@link io.grizzlythrift.discovery.zookeeper.ZooKeeperAnnouncer}.announce --> RegisteredNode --> ephemeral node BASE/SERVICE/ID
 *                                                      |  a thread: ensures that the node exists, pauses after
 *                                                      |  failures, is woken by the watch and by Curator's connection;
 *                                                      |  close removes it
 *                                                      v
 *                                {@link io.grizzlythrift.discovery.zookeeper.ServiceInstanceFormat}: JSON of curator-x-discovery; weight, zone, metadata as payload
 *                                                      ^
 *   ZooKeeperResolver (client) -----------------------+--> {@link io.grizzlythrift.discovery.zookeeper.RegisteredServer}: record of address and time
 *
 *   ZooKeeperAnnouncer      an Announcer (discovery): the path of a service below a base path (servicePath), checked
 *                           by PathUtils; starts a node per address
 *   RegisteredNode          an Announcement: path (its id is a UUID) and bytes of one node; ensureExists, withdraw;
 *                           pauses of 1 to 30 s, doubled; close waits 3 s at most; reports a lost connection
 *                           (connectionChanged), like WatchedService (client)
 *   ServiceInstanceFormat   write (a ServiceInstance) and read (a JsonNode, by Jackson), static: also instances of other
 *                           programs; disabled ones; errors for malformed ones, with a brief excerpt
 * </pre>
 */
package io.grizzlythrift.discovery.zookeeper;
