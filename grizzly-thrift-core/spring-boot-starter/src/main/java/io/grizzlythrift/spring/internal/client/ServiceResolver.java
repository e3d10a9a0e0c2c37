package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.discovery.Resolver;

/** Finds servers by the name of their service. */
@FunctionalInterface
public interface ServiceResolver {
    /** {@return a resolver of the servers of a service} */
    Resolver resolver(String serviceId);
}
