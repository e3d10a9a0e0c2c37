package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import java.util.function.Consumer;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/** Interceptors that reject some calls and log the outcome of the others. */
final class Guards {
    private Guards() {}

    static ThriftServer server(int port, Consumer<String> log) {
        // @start region=server
        ServerInterceptor guard = call -> {
            if (call.method().equals("zip")) {
                throw new TApplicationException(TApplicationException.INTERNAL_ERROR, "not for you"); // the reply
            }
            return outcome -> log.accept(call.method() + ": " + outcome.kind() + " after " + outcome.handled());
        };
        ThriftServer server = ThriftServer.builder()
                .listen("127.0.0.1", port)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .interceptor(guard)
                .build();
        // @end region=server
        return server;
    }

    static ThriftClient client(int port, Consumer<String> log) {
        // @start region=client
        ClientInterceptor guard = call -> {
            if (call.method().equals("calculate")) {
                throw new TException("not allowed"); // the call is not sent
            }
            return outcome -> log.accept(call.method() + ": " + outcome.kind() + " after " + outcome.time());
        };
        ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .interceptor(guard)
                .build();
        // @end region=client
        return client;
    }
}
