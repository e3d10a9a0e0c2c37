package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.ExponentialBackoff;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/** Tests that the backoff between attempts to connect grows, is bounded, has jitter, and is kept. */
public class ReconnectBackoffTest {
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(800));

    private final AtomicLong clock = new AtomicLong();
    private final List<PooledConnection> attempts = new CopyOnWriteArrayList<>();
    private ClientThreads threads;

    private Endpoint endpoint(Duration first, Duration largest) {
        ThriftClientConfig config =
                ClientConfigs.of(ThriftClient.builder().endpoint("127.0.0.1", 1).reconnectBackoff(first, largest));
        clock.set(0);
        attempts.clear();
        threads = new ClientThreads("pauses", 1, 1, clock::get);
        ClientContext context = new ClientContext(
                config,
                threads,
                new CallCompletion(config, threads, clock::get),
                new CodecPool(
                        threads,
                        () -> new CallCodec(
                                config.protocol(), WireFormat.FRAMED, config.maxFrameBytes(), new ByteLimit(1))),
                clock::get);
        return new Endpoint(
                context,
                (connection, host, port) -> attempts.add((PooledConnection) connection),
                new QuietListener(),
                EndpointAddress.of("127.0.0.1", 1));
    }

    @AfterMethod
    public void stopThreads() {
        if (threads != null) {
            threads.shutdown();
        }
    }

    @Test
    public void attemptsFollowEachBackoff() {
        Endpoint endpoint = endpoint(BACKOFF.first(), BACKOFF.longest());
        endpoint.connect();
        for (int failures = 0; failures < 12; failures++) {
            assertEquals(attempts.size(), failures + 1);
            attempts.get(failures).connectFailed(new IOException("not today"));
            assertPauses(endpoint, failures);
        }
    }

    @Test
    public void aConnectionWithoutAReplyIsAFailedAttempt() {
        Endpoint endpoint = endpoint(BACKOFF.first(), BACKOFF.longest());
        endpoint.connect();
        for (int failures = 0; failures < 6; failures++) {
            PooledConnection connection = attempts.get(failures);
            assertTrue(endpoint.opened(connection));
            connection.end(new EndReason(FailureCause.CONNECTION_CLOSED, "closed by peer"));
            assertPauses(endpoint, failures);
        }
    }

    @Test
    public void aConnectionThatEndsInOrderResetsTheBackoff() {
        Endpoint endpoint = endpoint(BACKOFF.first(), BACKOFF.longest());
        endpoint.connect();
        for (int failures = 0; failures < 3; failures++) {
            attempts.get(failures).connectFailed(new IOException("not today"));
            assertPauses(endpoint, failures);
        }
        PooledConnection connection = attempts.get(3);
        assertTrue(endpoint.opened(connection));
        endpoint.retire(connection);
        clock.addAndGet(Duration.ofMillis(161).toNanos());
        connection.end(new EndReason(FailureCause.CONNECTION_CLOSED, "closed as the server asked"));
        endpoint.connect();
        attempts.get(4).connectFailed(new IOException("not today"));
        assertPauses(endpoint, 0);
    }

    /** Asserts that no attempt is made before the end of the backoff, then lets it end. */
    private void assertPauses(Endpoint endpoint, int failuresBefore) {
        long pause = endpoint.connections().backoffUntil() - clock.get();
        long longest = BACKOFF.nanos(failuresBefore, 0);
        assertTrue(pause >= longest / 2 && pause <= longest, pause + " after " + failuresBefore);
        int before = attempts.size();

        clock.addAndGet(pause - 1);
        threads.timers().advance();
        assertFalse(endpoint.connections().canGrow(), "the pause is not over");
        assertEquals(endpoint.connect(), Optional.empty());
        assertEquals(attempts.size(), before);

        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(TimerThread.TICK_MILLIS));
        threads.timers().advance();
        Await.that("no attempt after the pause", () -> attempts.size() == before + 1);
    }

    @Test
    public void backoffsDiffer() {
        Set<Long> pauses = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Endpoint endpoint = endpoint(Duration.ofMinutes(1), Duration.ofMinutes(1));
            endpoint.connect();
            attempts.get(0).connectFailed(new IOException("not today"));
            pauses.add(endpoint.connections().backoffUntil());
            threads.shutdown();
        }
        assertTrue(pauses.size() > 10, "they are not random: " + pauses);
    }

    @Test
    public void oneAttemptAtATime() {
        Endpoint endpoint = endpoint(BACKOFF.first(), BACKOFF.longest());
        Optional<PooledConnection> started = endpoint.connect();
        for (int i = 0; i < 100; i++) {
            assertEquals(endpoint.connect(), started);
        }
        assertEquals(attempts.size(), 1);
    }

    @Test
    public void afterTheCloseNothingIsAttempted() {
        Endpoint endpoint = endpoint(BACKOFF.first(), BACKOFF.longest());
        endpoint.connect();
        attempts.get(0).connectFailed(new IOException("not today"));
        assertEquals(endpoint.close(), List.of());
        clock.addAndGet(Duration.ofSeconds(10).toNanos());
        threads.timers().advance();
        assertEquals(endpoint.connect(), Optional.empty());
        assertEquals(attempts.size(), 1);
    }

    /**
     * Calls cause no more attempts than the shortest backoffs allow. Until the first failure is seen, as many connections may
     * be opened as the endpoint may have.
     */
    @Test
    public void aServerThatClosesConnectionsSeesBackoff() throws Exception {
        int connections = 4;
        int wanted = 12;
        Duration pause = Duration.ofMillis(100);
        long begin = System.nanoTime();
        try (ProbeServer server = ProbeServer.closingWhatItAccepts(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .connectionsPerEndpoint(connections)
                        .reconnectBackoff(pause, pause)
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            while (client.counters().connectAttempts() < wanted) {
                CallResults.failure(stub.echo("no reply"));
            }
            long attempts = client.counters().connectAttempts();
            long nanos = System.nanoTime() - begin;
            long allowed = connections + nanos / (pause.toNanos() / 2);
            assertTrue(attempts <= allowed, attempts + " attempts in " + nanos / 1_000_000 + " ms");
            assertTrue(server.acceptedConnections() <= client.counters().connectAttempts());
            assertEquals(client.counters().failed(), client.counters().calls());
        }
    }
}
