package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.cdi.ThriftService;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.cdi.ThriftClient;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import org.apache.thrift.TException;

/** Beans of a CDI application. */
final class Beans {
    private Beans() {}

    // @start region=service
    @ThriftService
    @ApplicationScoped
    static class CalculatorService extends CalculatorHandler {} // implements Calculator.Iface
    // @end region=service

    // @start region=client
    @ApplicationScoped
    static class Invoices {
        @Inject
        @ThriftClient("calculator")
        Calculator.Iface calculator;

        int total(int net, int tax) throws TException {
            return calculator.add(net, tax);
        }
    }
    // @end region=client

    // @start region=events
    @ApplicationScoped
    static class ThriftSettings {
        void server(@Observes @Named("thrift") ThriftServerBuilder server) { // before the server starts
            server.method("calculate", MethodOptions.ofThreads(2)); // what properties cannot say
        }

        void client(@Observes @Named("calculator") ThriftClientBuilder client, ThriftServer own) { // on its first use
            client.endpoint("127.0.0.1", own.port());
            client.retries(RetryPolicy.create().withIdempotentMethods("add"));
        }

        void started(@Observes ThriftServer server) {
            System.out.println("listening on port " + server.port());
        }
    }
    // @end region=events
}
