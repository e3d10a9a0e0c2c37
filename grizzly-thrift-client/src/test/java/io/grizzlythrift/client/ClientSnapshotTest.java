package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.EndpointSnapshot;
import io.grizzlythrift.inspect.json.SnapshotJson;
import io.grizzlythrift.internal.inspect.ProcessClients;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.testkit.ReceivedCall;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

/** Tests what a snapshot of a client shows. */
@Test(timeOut = 60_000)
public final class ClientSnapshotTest {
    private static ThriftClientBuilder builder(ProbeServer server, String name) {
        return server.client().name(name).connectionsPerEndpoint(1).callTimeout(Await.LONG);
    }

    private static boolean isListed(String name) {
        return ProcessClients.snapshots(Integer.MAX_VALUE, Integer.MAX_VALUE).stream()
                .anyMatch(client -> client.name().equals(name));
    }

    public void showsCallsAndServers() throws Exception {
        String name = UniqueName.of("seen");
        ThriftClient client;
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY)) {
            client = builder(server, name).retries(RetryPolicy.create()).build();
            ClientSnapshot before = client.inspect();
            assertEquals(before.state(), "OPEN");
            assertEquals(before.calls(), 0);
            assertEquals(before.endpoints().items().get(0).state(), "DISCONNECTED");
            assertTrue(before.budget().orElseThrow() > 1, before.toString());
            assertTrue(isListed(name));
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> held = stub.echo("held");
            ReceivedCall request = server.take();
            ClientSnapshot busy = client.inspect();
            assertEquals(busy.inFlight(), 1);
            EndpointSnapshot endpoint = busy.endpoints().items().get(0);
            assertEquals(endpoint.endpoint(), server.endpoint());
            assertEquals(endpoint.state(), "OPEN");
            assertEquals(endpoint.inFlight(), 1);
            assertEquals(endpoint.openConnections(), 1);
            assertEquals(endpoint.lastFailure(), "");
            ProbeCalls.reply(request);
            CallResults.result(held);
            // A connection counts its replies after it has delivered them.
            Await.that(
                    "no latency",
                    () -> client.inspect().endpoints().items().get(0).latency().toNanos() > 0);
            CompletableFuture<String> lost = stub.echo("lost");
            server.take().connection().reset();
            CallResults.failure(lost);
            ClientSnapshot after = client.inspect();
            assertEquals(after.completed(), 1);
            assertEquals(after.failures(), Map.of("CONNECTION_RESET", 1L));
            assertFalse(after.endpoints().items().get(0).lastFailure().isEmpty());
            assertTrue(after.uptime().compareTo(before.uptime()) > 0);
            assertTrue(new String(SnapshotJson.of(after), StandardCharsets.UTF_8).contains("\"CONNECTION_RESET\":1"));
        }
        client.close();
        assertEquals(client.inspect().state(), "CLOSED");
        assertFalse(isListed(name));
    }

    /** Without retries there is no budget. */
    public void showsNoBudgetWithoutRetries() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = builder(server, UniqueName.of("seen"))
                        .retries(RetryPolicy.create().withMaxRetries(0))
                        .build()) {
            assertEquals(client.inspect().budget(), OptionalDouble.empty());
        }
    }
}
