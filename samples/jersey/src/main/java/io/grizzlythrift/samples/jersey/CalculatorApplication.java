package io.grizzlythrift.samples.jersey;

import io.grizzlythrift.hk2.ThriftBinder;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import jakarta.inject.Singleton;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/** Serves one handler over REST and over Thrift. */
// @start region=application
final class CalculatorApplication extends ResourceConfig {
    CalculatorApplication(int thriftPort, ThriftBesideRest thrift) {
        property(ServerProperties.WADL_FEATURE_DISABLE, true);
        register(CalculatorResource.class);
        register(new AbstractBinder() {
            @Override
            protected void configure() {
                bind(CalculatorHandler.class).to(Calculator.Iface.class).in(Singleton.class);
            }
        });
        register(new ThriftBinder("calculator")
                .service(Calculator.Iface.class)
                .strategy(WorkerThreadStrategy.NAME)
                .server(options -> options.listen("127.0.0.1", thriftPort)));
        register(thrift);
    }
}
// @end region=application
