/** A program on the module path: what it requires, and what the library needs to see of it. */
module io.grizzlythrift.samples.modules {
    requires io.grizzlythrift.client;
    requires io.grizzlythrift.core;
    requires io.grizzlythrift.strategy;

    // Generated code of asynchronous services logs.
    requires org.slf4j;

    // Stubs, and handlers that return futures, call generated code by reflection.
    exports io.grizzlythrift.samples.calculator.gen to
            io.grizzlythrift.client,
            io.grizzlythrift.core;
}
