package io.grizzlythrift.spring;

import io.grizzlythrift.client.ThriftClientBuilder;

/**
 * Sets options that properties cannot express, such as a resolver. Each bean of this type is called, in the order of
 * {@code @Order}.
 */
@FunctionalInterface
public interface ThriftClientCustomizer {
    /**
     * Changes a builder that already has all options from properties. Called once for each client, on the thread that
     * first uses it.
     *
     * @param client the name of the client
     * @param builder the builder
     */
    void customize(String client, ThriftClientBuilder builder);
}
