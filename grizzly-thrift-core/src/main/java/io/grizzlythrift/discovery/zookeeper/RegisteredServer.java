package io.grizzlythrift.discovery.zookeeper;

import io.grizzlythrift.discovery.EndpointAddress;

/**
 * A server that is registered in ZooKeeper.
 *
 * @param address where it is
 * @param registeredMillis when it was registered, in milliseconds since 1970; 0 if unknown
 */
public record RegisteredServer(EndpointAddress address, long registeredMillis) {}
