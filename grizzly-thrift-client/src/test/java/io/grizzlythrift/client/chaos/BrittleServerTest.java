package io.grizzlythrift.client.chaos;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.TestSize;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.testng.annotations.Test;

/**
 * Tests that each call ends once with a server that keeps closing connections, whether it was in flight, queued or
 * about to be sent.
 */
public class BrittleServerTest {
    private static final int CALLS = TestSize.of(20_000, 50_000);
    private static final int THREADS = 4;
    private static final int ONE_LARGE_IN_A_THOUSAND = 1;

    @Test(timeOut = 5 * 60_000)
    void everyCallEndsOnce() throws Exception {
        Set<FailureCause> tolerated = EnumSet.of(
                FailureCause.CONNECTION_CLOSED,
                FailureCause.CONNECTION_RESET,
                FailureCause.CONNECT_FAILED,
                FailureCause.NO_CAPACITY);
        try (ChaosServer server = new ChaosServer(ThriftProtocol.BINARY, ChaosServer.Pace.BRITTLE);
                ThriftClient client = PatientClient.builder()
                        .name("brittle-server")
                        .endpoint(ChaosServer.HOST, server.port())
                        .connectionsPerEndpoint(3)
                        .maxInFlightPerConnection(50)
                        .reconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(5))
                        .build()) {
            ChaosRun run = new ChaosRun(server, client, CALLS, tolerated);
            run.callFromThreads(THREADS, ONE_LARGE_IN_A_THOUSAND);
            run.assertEveryCallEndedOnce();
            assertTrue(client.counters().reconnects() > 0, "no connection was lost: " + client.counters());
        }
    }
}
