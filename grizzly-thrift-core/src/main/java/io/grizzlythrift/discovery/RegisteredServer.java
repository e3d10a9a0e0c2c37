package io.grizzlythrift.discovery;

/**
 * A server that is registered in ZooKeeper.
 *
 * @param address its address
 * @param registeredMillis the time of its registration, in milliseconds since 1970; 0 if unknown
 */
public record RegisteredServer(EndpointAddress address, long registeredMillis) {}
