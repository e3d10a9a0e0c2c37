package io.grizzlythrift.client.chaos;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.TestSize;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests many calls of every kind from 8 threads over 4 connections, to a server that replies after random times, in any
 * order and in any pieces. Some calls have short deadlines, some are cancelled. Each ends exactly once, with its own
 * reply; the counters add up; and finally no place in flight is taken. The profile {@code soak} makes a million calls
 * per run.
 */
public class MillionCallsTest {
    private static final int CALLS = Integer.getInteger("soak.calls", TestSize.of(20_000, 100_000));
    private static final int THREADS = 8;
    private static final int CONNECTIONS = 4;

    /** Fewer than the concurrent calls of the threads, so that calls wait for a place in flight. */
    private static final int MAX_IN_FLIGHT = 100;

    private static final int ONE_LARGE_IN_A_THOUSAND = 1;

    /** Where callbacks run. */
    private enum Callbacks {
        ON_SELECTORS,
        ON_AN_EXECUTOR
    }

    @DataProvider
    static Object[][] runs() {
        return new Object[][] {
            {ThriftProtocol.BINARY, Callbacks.ON_SELECTORS},
            {ThriftProtocol.COMPACT, Callbacks.ON_SELECTORS},
            {ThriftProtocol.COMPACT, Callbacks.ON_AN_EXECUTOR}
        };
    }

    @Test(dataProvider = "runs", timeOut = 30 * 60_000)
    void everyCallEndsOnceWithItsOwnReply(ThriftProtocol protocol, Callbacks callbacks) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try (ChaosServer server = new ChaosServer(protocol, ChaosServer.Pace.FAST)) {
            ThriftClientBuilder builder = PatientClient.builder()
                    .name("million")
                    .endpoint(ChaosServer.HOST, server.port())
                    .protocol(protocol)
                    .connectionsPerEndpoint(CONNECTIONS)
                    .maxInFlightPerConnection(MAX_IN_FLIGHT)
                    .maxWaitingPerEndpoint(4_096)
                    .maxWait(Duration.ofMinutes(1))
                    .selectorThreads(2);
            if (callbacks == Callbacks.ON_AN_EXECUTOR) {
                builder.callbackExecutor(executor);
            }
            try (ThriftClient client = builder.build()) {
                ChaosRun run = new ChaosRun(server, client, CALLS, Set.of());
                run.callFromThreads(THREADS, ONE_LARGE_IN_A_THOUSAND);
                run.assertEveryCallEndedOnce();
                run.assertEveryCallGotAReply();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
