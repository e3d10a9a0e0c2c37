/** A pooled, pipelining client for Thrift servers: framed, unframed and THeader. */
module io.grizzlythrift.client {
    requires transitive io.grizzlythrift.core;
    requires org.slf4j;

    // Optional, for io.grizzlythrift.client.micrometer. A program that uses the package requires it itself.
    requires static micrometer.core;

    exports io.grizzlythrift.client;
    exports io.grizzlythrift.client.call;
    exports io.grizzlythrift.client.config;
    exports io.grizzlythrift.client.metrics;
    exports io.grizzlythrift.client.micrometer;
}
