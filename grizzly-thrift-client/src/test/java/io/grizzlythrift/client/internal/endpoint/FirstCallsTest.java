package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests that calls that start while the only connection opens are not rejected, whether they see it or not. */
@Test(timeOut = 120_000)
public final class FirstCallsTest {
    private static final int CLIENTS = 15;
    private static final int THREADS = 3;

    /** More than can start before the connection is open, fewer than may wait for it. */
    private static final int MAX_CALLS = 20_000;

    private TestServer server;

    @BeforeClass
    void start() throws Exception {
        server = Servers.WORKER_THREAD.start(ThriftProtocol.COMPACT, new Probe.Processor<>(new ProbeHandler()));
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        server.close();
    }

    public void noneIsRejected() throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            try (ThriftClient client = PatientClient.builder()
                    .endpoint(TestServer.HOST, server.port())
                    .protocol(ThriftProtocol.COMPACT)
                    .connectionsPerEndpoint(1)
                    .maxWaitingPerEndpoint(ThriftClientBuilder.MAX_CALLS)
                    .build()) {
                callFromSeveralThreads(client);
                assertEquals(client.counters().failed(), 0, client.counters().toString());
                assertEquals(client.counters().connectAttempts(), 1);
            }
        }
    }

    private static void callFromSeveralThreads(ThriftClient client) throws Exception {
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(CompletableFuture.runAsync(
                    () -> callUntilOpen(client), task -> new Thread(task, "first calls").start()));
        }
        for (CompletableFuture<Void> thread : threads) {
            CallStyle.result(thread);
        }
    }

    private static void callUntilOpen(ThriftClient client) {
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        List<CompletableFuture<Integer>> replies = new ArrayList<>();
        try {
            // One more once the connection is open: such a call may just have missed it.
            for (boolean open = false; !open && replies.size() < MAX_CALLS; ) {
                open = client.counters().openConnections() > 0;
                replies.add(stub.baseEcho(replies.size()));
            }
            for (int i = 0; i < replies.size(); i++) {
                assertEquals(CallStyle.result(replies.get(i)), Integer.valueOf(i));
            }
        } catch (Exception e) {
            throw new IllegalStateException("of " + replies.size() + " calls", e);
        }
    }
}
