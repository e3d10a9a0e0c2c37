/**
 * Finds servers that are registered in ZooKeeper, with Curator. Needs {@code org.apache.curator:curator-x-discovery}.
 * The connection to ZooKeeper can be lost without harm: the client keeps the servers that it knows.
 */
package io.grizzlythrift.client.discovery.zookeeper;
