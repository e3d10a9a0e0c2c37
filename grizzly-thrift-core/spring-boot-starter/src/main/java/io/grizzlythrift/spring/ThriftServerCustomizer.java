package io.grizzlythrift.spring;

import io.grizzlythrift.server.ThriftServerBuilder;

/** Sets options that properties cannot express. Each bean of this type is called, in the order of {@code @Order}. */
@FunctionalInterface
public interface ThriftServerCustomizer {
    /**
     * Changes a builder that already has all options from properties, and its services. Called each time a server is
     * started, on the thread that starts it, and once before that to check the options.
     *
     * @param server the name of the server
     * @param builder the builder
     */
    void customize(String server, ThriftServerBuilder builder);
}
