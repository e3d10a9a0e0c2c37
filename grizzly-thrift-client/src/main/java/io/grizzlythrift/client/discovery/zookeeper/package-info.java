/**
 * Servers that are registered in ZooKeeper, by Curator. Needs {@code org.apache.curator:curator-x-discovery}.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.zookeeper.ZooKeeperResolver}.start ---> WatchedService ---> resolved(servers) | failed(cause)
 *                                  ^  a CuratorCache of the nodes BASE/SERVICE/ID, each read by ServiceInstanceFormat
 *                                  |  (discovery.zookeeper of the core); loss of the connection
 *                                  ZooKeeper
 * </pre>
 */
package io.grizzlythrift.client.discovery.zookeeper;
