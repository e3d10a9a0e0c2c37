/** Servers for tests of Thrift clients and handlers. */
module io.grizzlythrift.testkit {
    requires transitive io.grizzlythrift.core;
    requires static org.jspecify;

    // Optional: each is used by one package. Tests that use that package have the library anyway.
    requires static org.junit.jupiter.api;
    requires static org.testng;

    exports io.grizzlythrift.testkit;
    exports io.grizzlythrift.testkit.junit;
    exports io.grizzlythrift.testkit.testng;
}
