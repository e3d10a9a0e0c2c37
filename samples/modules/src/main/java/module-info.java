/** A program on the module path: the modules that it requires, and the package that the library must see. */
module io.grizzlythrift.samples.modules {
    requires io.grizzlythrift.client;
    requires io.grizzlythrift.core;
    requires io.grizzlythrift.strategy;

    // The generated code of asynchronous services logs errors.
    requires org.slf4j;

    // Stubs, and handlers that return futures, call generated code by reflection.
    exports io.grizzlythrift.samples.calculator.gen to
            io.grizzlythrift.client,
            io.grizzlythrift.core;
}
