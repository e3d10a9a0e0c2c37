package io.grizzlythrift.client.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Calls that are cancelled while they wait for a place in flight. */
public class CancelledWaitersTest {
    private static final int LIMIT_SECONDS = 10;

    private final ThriftProtocol protocol = ThriftProtocol.BINARY;
    private ProbeHandler handler;
    private TestServer server;

    @BeforeMethod
    void startServer() throws Exception {
        handler = new ProbeHandler();
        server = Servers.WORKER_THREAD_AS_COMPLETED.start(protocol, new Probe.Processor<>(handler));
    }

    @AfterMethod(alwaysRun = true)
    void stopServer() {
        handler.releaseAll();
        server.close();
    }

    private ThriftClientBuilder client() {
        return ThriftClient.builder()
                .endpoint(TestServer.HOST, server.port())
                .protocol(protocol)
                .connectionsPerEndpoint(1)
                .callTimeout(Duration.ofSeconds(LIMIT_SECONDS))
                .maxWait(Duration.ofSeconds(LIMIT_SECONDS));
    }

    /** They stay in the queue behind a call that waits for its place: no sign that the connection takes no byte. */
    @Test(timeOut = 60_000)
    void toCancelCallsThatWaitForAPlaceDoesNotHarmThoseInFlight() throws Exception {
        try (ThriftClient client =
                client().maxInFlightPerConnection(1).maxWaitingPerConnection(4).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> inFlight = stub.held("key");
            handler.awaitHeld("key");
            CompletableFuture<String> waiting = stub.echo("waiting");
            for (int i = 0; i < 100; i++) {
                stub.echo("cancelled").cancel(true);
            }
            assertFalse(inFlight.isDone(), "the call in flight has ended: " + client.counters());
            handler.release("key");
            assertEquals(inFlight.get(LIMIT_SECONDS, TimeUnit.SECONDS), "key");
            assertEquals(waiting.get(LIMIT_SECONDS, TimeUnit.SECONDS), "waiting");
        }
    }
}
