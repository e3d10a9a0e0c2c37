package io.grizzlythrift.samples.guide;

import io.grizzlythrift.hk2.ThriftBinder;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import jakarta.inject.Singleton;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.glassfish.hk2.utilities.binding.AbstractBinder;

/** A server in a program with an HK2 locator. */
final class Hk2Program {
    private Hk2Program() {}

    // @start region=bind
    static ThriftServer serve(ServiceLocator locator, int port) {
        ServiceLocatorUtilities.bind(
                locator,
                new AbstractBinder() {
                    @Override
                    protected void configure() {
                        bind(CalculatorHandler.class).to(Calculator.Iface.class).in(Singleton.class);
                    }
                },
                new ThriftBinder()
                        .service(Calculator.Iface.class) // finds the handler, wraps it in its generated processor
                        .strategy("worker-thread") // by name: built-in or your own
                        .server(options -> options.listen("127.0.0.1", port)));
        return locator.getService(ThriftServer.class); // creates and starts it
    }

    static void end(ServiceLocator locator) {
        locator.shutdown(); // drains the server, then disposes of its handlers
    }
    // @end region=bind
}
