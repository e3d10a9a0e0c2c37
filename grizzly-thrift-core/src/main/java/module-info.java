/** The server: frames, Thrift messages, limits, metrics and TLS. */
@SuppressWarnings("module") // refers to a module of HK2, and to the client and the test kit, which are compiled later
module io.grizzlythrift.core {
    requires transitive io.grizzlythrift.strategy;
    requires transitive org.apache.thrift;
    requires transitive org.glassfish.grizzly;
    requires java.management;
    requires java.security.sasl;
    requires jdk.management;
    requires org.slf4j;
    requires static org.jspecify;

    // Optional: each is used by one package or class. A program that uses that requires the library itself.
    requires static jakarta.inject;
    requires static org.glassfish.hk2.api;
    requires static org.glassfish.grizzly.http.server;
    requires static org.glassfish.grizzly.http;
    requires static org.glassfish.grizzly.portunif;
    requires static jakarta.servlet;
    requires static micrometer.core;
    requires static io.opentelemetry.api;
    requires static io.opentelemetry.context;
    requires static com.github.luben.zstd_jni;
    // Curator and ZooKeeper declare no module names, so these are derived from their file names.
    requires static curator.client;
    requires static curator.framework;
    requires static curator.x.discovery;
    requires static zookeeper;
    requires static com.fasterxml.jackson.core;
    requires static com.fasterxml.jackson.databind;
    requires static jakarta.annotation;
    requires static jakarta.cdi;
    requires static microprofile.config.api; // named after its file

    exports io.grizzlythrift.call;
    exports io.grizzlythrift.catalog;
    exports io.grizzlythrift.catalog.idl;
    exports io.grizzlythrift.catalog.json;
    exports io.grizzlythrift.cdi;
    exports io.grizzlythrift.compat;
    exports io.grizzlythrift.console;
    exports io.grizzlythrift.discovery;
    exports io.grizzlythrift.frame;
    exports io.grizzlythrift.header;
    exports io.grizzlythrift.hk2;
    exports io.grizzlythrift.http;
    exports io.grizzlythrift.http.addon;
    exports io.grizzlythrift.inspect;
    exports io.grizzlythrift.inspect.json;
    exports io.grizzlythrift.internal.binding to
            io.grizzlythrift.client,
            io.grizzlythrift.testkit;
    exports io.grizzlythrift.internal.call to
            io.grizzlythrift.client,
            io.grizzlythrift.testkit;
    exports io.grizzlythrift.internal.frame to
            io.grizzlythrift.client,
            io.grizzlythrift.testkit;
    exports io.grizzlythrift.internal.header to
            io.grizzlythrift.client,
            io.grizzlythrift.testkit;
    exports io.grizzlythrift.internal.inspect to
            io.grizzlythrift.client;
    exports io.grizzlythrift.internal.memory to
            io.grizzlythrift.client;
    exports io.grizzlythrift.internal.message to
            io.grizzlythrift.client,
            io.grizzlythrift.testkit;
    exports io.grizzlythrift.internal.util to
            io.grizzlythrift.client;
    exports io.grizzlythrift.limits;
    exports io.grizzlythrift.memory;
    exports io.grizzlythrift.message;
    exports io.grizzlythrift.metrics;
    exports io.grizzlythrift.micrometer;
    exports io.grizzlythrift.micrometer.internal to
            io.grizzlythrift.client;
    exports io.grizzlythrift.opentelemetry;
    exports io.grizzlythrift.opentelemetry.internal to
            io.grizzlythrift.client;
    exports io.grizzlythrift.reflection;
    exports io.grizzlythrift.security;
    exports io.grizzlythrift.server;
    exports io.grizzlythrift.servlet;
    exports io.grizzlythrift.tls;

    // HK2 calls constructors that are not public.
    opens io.grizzlythrift.hk2 to
            org.glassfish.hk2.locator;

    // CDI containers call observer methods that are not public. The extension is not provided as a service: see
    // facts.md#a-module-must-read-the-services-that-it-provides
    opens io.grizzlythrift.cdi;
}
