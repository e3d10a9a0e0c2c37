package io.grizzlythrift.samples.guide;

import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;

/** A server with a console. */
final class Consoles {
    private Consoles() {}

    // @start region=server
    static ThriftServer withConsole() {
        return ThriftServer.builder()
                .listen("127.0.0.1", 9090)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .http(true)
                .jsonCalls(true)
                .console(ConsoleConfig.builder().calls(true).build())
                .build();
    }
    // @end region=server
}
