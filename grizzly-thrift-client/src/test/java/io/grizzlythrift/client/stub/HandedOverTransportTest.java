package io.grizzlythrift.client.stub;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** A transport that two threads use, one after the other. */
public class HandedOverTransportTest {
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

    /** Not the thread that began the call is to be woken, but the one that waits. */
    @Test(timeOut = 60_000)
    void aTransportMayBeHandedToAnotherThreadBetweenSendAndReceive() throws Exception {
        try (ThriftClient client = client().build()) {
            TTransport transport = client.transport();
            Probe.Client generated = new Probe.Client(protocol.getProtocol(transport));
            generated.send_held("key");
            handler.awaitHeld("key");
            CompletableFuture<String> received = new CompletableFuture<>();
            Thread receiver = new Thread(() -> {
                try {
                    received.complete(generated.recv_held());
                } catch (Throwable t) {
                    received.completeExceptionally(t);
                }
            });
            receiver.setDaemon(true);
            receiver.start();
            Await.that("the receiver does not wait", () -> receiver.getState() == Thread.State.TIMED_WAITING);
            handler.release("key");
            assertEquals(received.get(LIMIT_SECONDS, TimeUnit.SECONDS), "key");
        }
    }
}
