/** Which thread reads a connection, and which thread runs its calls: without Thrift. */
@SuppressWarnings("module") // core and client, which are compiled later
module io.grizzlythrift.strategy {
    requires transitive org.glassfish.grizzly;
    requires org.slf4j;

    // Annotations only: without HK2 on the module path they are not there, and nothing else changes.
    requires static transitive jakarta.inject;
    requires static transitive org.glassfish.hk2.api;

    exports io.grizzlythrift.strategy;
    exports io.grizzlythrift.log to
            io.grizzlythrift.core,
            io.grizzlythrift.client;
    exports io.grizzlythrift.option to
            io.grizzlythrift.core,
            io.grizzlythrift.client;
    exports io.grizzlythrift.selector to
            io.grizzlythrift.core,
            io.grizzlythrift.client;
}
