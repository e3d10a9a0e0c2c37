package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.Ended;
import io.grizzlythrift.client.testing.ProbeHandler;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.UniqueName;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Calls that the server rejected fail with a cause, and never ran; a stock client gets what it always got. */
@Test(timeOut = 60_000)
public class RejectedCallsTest {
    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {
            {ThriftProtocol.BINARY, new TBinaryProtocol.Factory()},
            {ThriftProtocol.COMPACT, new TCompactProtocol.Factory()},
            {ThriftProtocol.JSON, new TJSONProtocol.Factory()},
        };
    }

    private static ThriftServer server(ThriftProtocol protocol, ProbeHandler handler) {
        return ThriftServer.builder()
                .name(UniqueName.of("rejecting"))
                .listen("127.0.0.1", 0)
                .protocol(protocol)
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .limits(ServerLimits.builder().maxInFlight(1).build())
                .processor(new Probe.Processor<>(handler))
                .build()
                .start();
    }

    @Test(dataProvider = "protocols", timeOut = 60_000)
    public void everyKindOfCallLearnsTheCause(ThriftProtocol protocol, TProtocolFactory stock) throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = server(protocol, handler);
                ThriftClient client = ThriftClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .protocol(protocol)
                        .build()) {
            CompletableFuture<String> held =
                    client.stub(Probe.FutureIface.class).held("held");
            handler.awaitHeld("held");

            assertRejected(expectThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).echo("text")));
            assertRejected(Ended.failure(client.stub(Probe.FutureIface.class).echo("text")));
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("text", callback);
            assertRejected(Ended.failure(callback.end()));
            Probe.Client generated = new Probe.Client(protocol.getProtocol(client.transport()));
            assertRejected(expectThrows(CallFailedException.class, () -> generated.echo("text")));

            assertEquals(client.counters().rejected(), 4);
            assertEquals(client.counters().failed(FailureCause.SERVER_OVERLOADED), 4);
            assertEquals(client.counters().completed(), 0);
            assertEquals(server.counters().rejectedCalls(), 4);
            assertStockClientReadsTheException(server, stock);
            handler.releaseAll();
            assertEquals(Ended.result(held), "held");
            assertEquals(client.counters().completed(), 1);
            assertEquals(handler.calls(), 1);
        } finally {
            handler.releaseAll();
        }
    }

    private static void assertRejected(CallFailedException failure) {
        assertEquals(failure.failure(), FailureCause.SERVER_OVERLOADED, failure.getMessage());
        assertFalse(failure.mayHaveRun());
        assertTrue(failure.getMessage().endsWith("maxInFlight is 1; it did not run"), failure.getMessage());
    }

    private static void assertStockClientReadsTheException(ThriftServer server, TProtocolFactory protocol)
            throws Exception {
        try (TFramedTransport transport = new TFramedTransport(new TSocket("127.0.0.1", server.port()))) {
            transport.open();
            Probe.Client client = new Probe.Client(protocol.getProtocol(transport));
            TApplicationException rejection = expectThrows(TApplicationException.class, () -> client.echo("text"));
            assertEquals(rejection.getType(), TApplicationException.INTERNAL_ERROR);
            assertEquals(rejection.getMessage(), "rejected: too many calls are in flight, maxInFlight is 1");
        }
    }
}
