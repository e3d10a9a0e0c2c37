/**
 * Announces servers in ZooKeeper with Curator, in the format of its service discovery. Needs {@code
 * org.apache.curator:curator-x-discovery}. A thread of its own keeps the node of a server in place whenever ZooKeeper
 * can be reached, and removes it before the server drains.
 */
package io.grizzlythrift.discovery.zookeeper;
