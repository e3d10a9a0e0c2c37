/** Which thread reads a connection, and which thread runs its calls: without Thrift. */
@SuppressWarnings("module") // names core and client, which are compiled later, and a module of HK2
module io.grizzlythrift.strategy {
    requires transitive org.glassfish.grizzly;
    requires java.management;
    requires org.slf4j;
    requires static org.jspecify;

    // Annotations only: without HK2 on the module path they are not there, and nothing else changes.
    requires static jakarta.inject;
    requires static org.glassfish.hk2.api;

    exports io.grizzlythrift.strategy;
    exports io.grizzlythrift.strategy.spi;
    exports io.grizzlythrift.strategy.internal.queue to
            io.grizzlythrift.core;
    exports io.grizzlythrift.strategy.internal.threads to
            io.grizzlythrift.core,
            io.grizzlythrift.client;
    exports io.grizzlythrift.strategy.internal.util to
            io.grizzlythrift.core,
            io.grizzlythrift.client;

    // HK2 calls constructors that are not public.
    opens io.grizzlythrift.strategy to
            org.glassfish.hk2.locator;
}
