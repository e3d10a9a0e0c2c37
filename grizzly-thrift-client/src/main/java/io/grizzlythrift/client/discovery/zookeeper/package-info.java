/**
 * Finds servers that are registered in ZooKeeper, with Curator. Needs {@code org.apache.curator:curator-x-discovery}.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.discovery.zookeeper.ZooKeeperResolver}.start ---> WatchedService ---> resolved(servers) | failed(cause)
 *                                  ^  a CuratorCache of the nodes BASE/SERVICE/ID, each read by ServiceInstanceFormat
 *                                  |  (discovery.zookeeper of the core); loss of the connection
 *                                  ZooKeeper
 *
 *   ZooKeeperResolver   created by users: Curator and the path of the service (by ZooKeeperAnnouncer); start, toString
 *   WatchedService      its Resolution, for one client: listener of the cache (changed, initialized) and of the
 *                       ConnectionState; keeps the RegisteredServer of each node (put), reports nodes that cannot be
 *                       read; of several with the same address, delivers the newest; delivers nothing before the cache
 *                       is initialized; refresh does nothing
 * </pre>
 */
package io.grizzlythrift.client.discovery.zookeeper;
