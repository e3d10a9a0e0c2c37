package io.grizzlythrift.client.chaos;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.TestSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/**
 * Tests calls to a server that reads slowly: writes are often partial, and calls end while they are queued or half
 * sent.
 */
public class SlowServerTest {
    private static final int CALLS = TestSize.of(1_500, 6_000);
    private static final int THREADS = 4;
    private static final int LARGE_PER_THOUSAND = 150;
    private static final int LIMIT_SECONDS = 30;

    @Test(timeOut = 5 * 60_000)
    void framesArriveWholeAndEveryCallEndsOnce() throws Exception {
        try (ChaosServer server = new ChaosServer(ThriftProtocol.COMPACT, ChaosServer.Pace.SLOW);
                ThriftClient client = PatientClient.builder()
                        .name("slow-server")
                        .endpoint(ChaosServer.HOST, server.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .connectionsPerEndpoint(2)
                        .maxInFlightPerConnection(200)
                        .maxWaitingPerEndpoint(4_096)
                        .maxWait(Duration.ofMinutes(1))
                        .build()) {
            ChaosRun run = new ChaosRun(server, client, CALLS, Set.of());
            run.callFromThreads(THREADS, LARGE_PER_THOUSAND);
            run.assertEveryCallEndedOnce();
            run.assertEveryCallGotAReply();
        }
    }

    @Test(timeOut = 60_000)
    void abandonedCallsInTheQueueAreNotSent() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = Servers.WORKER_THREAD.start(ThriftProtocol.COMPACT, new Probe.Processor<>(handler));
                ThriftClient client = PatientClient.builder()
                        .name("given-up")
                        .endpoint(TestServer.HOST, server.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .connectionsPerEndpoint(1)
                        .maxInFlightPerConnection(1)
                        .maxWaitingPerEndpoint(200)
                        .maxWait(Duration.ofSeconds(LIMIT_SECONDS))
                        .callTimeout(Duration.ofSeconds(LIMIT_SECONDS))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.held("first");
            handler.awaitHeld("first");
            List<CompletableFuture<String>> waiting = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                waiting.add(stub.echo("call " + i));
            }
            for (int i = 0; i < 200; i += 2) {
                assertTrue(waiting.get(i).cancel(true));
            }
            handler.release("first");
            assertEquals(first.get(LIMIT_SECONDS, TimeUnit.SECONDS), "first");
            for (int i = 1; i < 200; i += 2) {
                assertEquals(waiting.get(i).get(LIMIT_SECONDS, TimeUnit.SECONDS), "call " + i);
            }
            assertEquals(handler.calls(), 101, "calls that reached the server");
            assertEquals(client.counters().sent(), 101);
            assertEquals(client.counters().lateReplies(), 0);
            assertEquals(ClientInternals.placesTaken(client), List.of(0));
        }
    }
}
