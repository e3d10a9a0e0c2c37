/** A pooled, pipelining client for Thrift servers: framed, unframed and THeader. */
module io.grizzlythrift.client {
    requires transitive io.grizzlythrift.core;
    requires java.security.jgss;
    requires java.security.sasl;
    requires org.slf4j;
    requires static org.jspecify;

    // Optional: each is used by one package or class. A program that uses that must require the module itself.
    requires static com.fasterxml.jackson.core;
    requires static micrometer.core;
    requires static io.opentelemetry.api;
    requires static io.opentelemetry.context;
    // Curator and ZooKeeper declare no module names, so these are derived from the names of their jars.
    requires static curator.client;
    requires static curator.framework;
    requires static curator.recipes;
    requires static org.dnsjava;
    requires static zookeeper;
    requires static jakarta.cdi;
    requires static jakarta.inject;

    exports io.grizzlythrift.client;
    exports io.grizzlythrift.client.balance;
    exports io.grizzlythrift.client.call;
    exports io.grizzlythrift.client.cdi;
    exports io.grizzlythrift.client.config;
    exports io.grizzlythrift.client.discovery;
    exports io.grizzlythrift.client.generic;
    exports io.grizzlythrift.client.metrics;
    exports io.grizzlythrift.client.micrometer;
    exports io.grizzlythrift.client.opentelemetry;
    exports io.grizzlythrift.client.security;

    // CDI containers call observer methods that are not public. The extension is not provided as a service: see
    // facts.md#a-module-must-read-the-services-that-it-provides
    opens io.grizzlythrift.client.cdi;
}
