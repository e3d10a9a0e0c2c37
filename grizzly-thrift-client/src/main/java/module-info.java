/** A pooled, pipelining client for framed Thrift servers. */
module io.grizzlythrift.client {
    requires transitive io.grizzlythrift.core;
    requires org.slf4j;

    exports io.grizzlythrift.client;
    exports io.grizzlythrift.client.call;
    exports io.grizzlythrift.client.config;
    exports io.grizzlythrift.client.metrics;
}
