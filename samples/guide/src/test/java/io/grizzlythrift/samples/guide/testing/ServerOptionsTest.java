package io.grizzlythrift.samples.guide.testing;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.testkit.TestServer;
import org.testng.annotations.Test;

public class ServerOptionsTest {
    @Test
    public void serves() {
        // @start region=options
        try (TestServer server = TestServer.builder()
                .handler(new CalculatorHandler())
                .strategy(SameThreadStrategy.create())
                .options(options -> options.http(true))
                .start()) {
            // @end region=options
            assertTrue(server.server().config().http());
        }
    }
}
