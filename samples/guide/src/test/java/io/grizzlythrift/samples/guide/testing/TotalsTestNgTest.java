package io.grizzlythrift.samples.guide.testing;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.testng.ThriftServerListener;
import org.testng.annotations.AfterClass;
import org.testng.annotations.Listeners;
import org.testng.annotations.Test;

// @start region=class
@Listeners(ThriftServerListener.class)
public class TotalsTestNgTest {
    private final ScriptedServer server = ScriptedServer.of(Calculator.class);
    private final ThriftClient client =
            ThriftClient.builder().endpoint(server.host(), server.port()).build();

    @AfterClass
    public void close() {
        client.close();
    }

    @Test
    public void addsOneNumberAfterTheOther() throws Exception {
        server.when("add").thenReply(10).thenReply(42);

        assertEquals(new Totals(client.stub(Calculator.Iface.class)).of(1, 2), 42);
        assertEquals(server.awaitCall("add", 2).argument("num1"), 10);
    }
}
// @end region=class
