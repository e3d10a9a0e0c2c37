package io.grizzlythrift.samples.guide.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.junit.ThriftServerExtension;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

// @start region=class
@ExtendWith(ThriftServerExtension.class)
class TotalsTest {
    final ScriptedServer server = ScriptedServer.of(Calculator.class); // listens on a free port

    @AutoClose
    final ThriftClient client = ThriftClient.builder()
            .endpoint(server.host(), server.port())
            .connectionsPerEndpoint(1)
            .build();

    final Totals totals = new Totals(client.stub(Calculator.Iface.class));

    @Test
    void addsOneNumberAfterTheOther() throws Exception {
        server.when("add").thenReply(10).thenReply(42);

        assertEquals(42, totals.of(1, 2));
        assertEquals(10, server.awaitCall("add", 2).argument("num1"));
        server.verifyCalls("add", 2);
    }
}
// @end region=class
