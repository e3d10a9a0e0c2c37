package io.grizzlythrift.samples.guide.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.testkit.TestServer;
import io.grizzlythrift.testkit.junit.ThriftServerExtension;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

// @start region=class
@ExtendWith(ThriftServerExtension.class)
class CalculatorHandlerTest {
    final TestServer server = TestServer.of(new CalculatorHandler());

    @AutoClose
    final ThriftClient client =
            ThriftClient.builder().endpoint(server.host(), server.port()).build();

    final Calculator.Iface calculator = client.stub(Calculator.Iface.class);

    @Test
    void doesNotDivideByZero() {
        Work division = new Work(8, 0, Operation.DIVIDE);

        assertThrows(InvalidOperation.class, () -> calculator.calculate(1, division));
        assertEquals(List.of(1, division), server.awaitCall("calculate").arguments());
    }
}
// @end region=class
