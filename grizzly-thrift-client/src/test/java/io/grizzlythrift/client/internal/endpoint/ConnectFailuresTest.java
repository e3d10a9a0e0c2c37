package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.scripted.UnresponsivePort;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.TestSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Tests servers that cannot be connected to: calls fail at once, and attempts keep to their backoff. */
public class ConnectFailuresTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Pattern NEXT_ATTEMPT = Pattern.compile("next attempt is in (\\d+) ms");

    @Test
    public void refused() throws Exception {
        try (RefusingPort closed = new RefusingPort();
                ThriftClient client =
                        client(closed.port()).reconnectBackoff(HOUR, HOUR).build()) {
            CallFailedException failure = CallResults.failure(echo(client), FailureCause.CONNECT_FAILED, false);
            assertEquals(failure.endpoint(), closed.endpoint());
            assertEquals(failure.method(), "echo");
            assertTrue(failure.getMessage().contains(closed.endpoint()), failure.getMessage());
            assertTrue(failure.getMessage().contains("refused"), failure.getMessage());
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    @Test
    public void everyKindOfCallFails() throws Exception {
        try (RefusingPort closed = new RefusingPort();
                ThriftClient client = client(closed.port()).build()) {
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("callback", callback);
            CompletableFuture<String> blocking =
                    CallerThread.start(() -> client.stub(Probe.Iface.class).echo("blocking"));
            CompletableFuture<Void> oneway =
                    client.stub(Probe.FutureIface.class).note("oneway");
            CallResults.failure(callback.end(), FailureCause.CONNECT_FAILED, false);
            CallResults.failure(blocking, FailureCause.CONNECT_FAILED, false);
            CallResults.failure(oneway, FailureCause.CONNECT_FAILED, false);
            assertEquals(callback.ends(), 1);
            assertEquals(client.counters().failed(FailureCause.CONNECT_FAILED), 3);
            assertEquals(client.counters().sent(), 0);
        }
    }

    /** With default options, for each style of call. */
    @Test
    public void aCallMovesOnToAnotherEndpoint() throws Exception {
        for (int style = 0; style < 3; style++) {
            try (RefusingPort first = new RefusingPort();
                    RefusingPort second = new RefusingPort();
                    ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                    ThriftClient client = client(first.port())
                            .endpoint(ProbeServer.HOST, second.port())
                            .endpoint(ProbeServer.HOST, server.port())
                            .reconnectBackoff(HOUR, HOUR)
                            .build()) {
                assertEquals(echo(client, style), "text", "in style " + style);
                assertEquals(client.counters().completed(), 1);
                assertEquals(client.counters().retries(), client.counters().failed());
            }
        }
    }

    private static String echo(ThriftClient client, int style) throws Exception {
        return switch (style) {
            case 0 -> client.stub(Probe.Iface.class).echo("text");
            case 1 -> CallResults.result(echo(client));
            default -> {
                CountedCallback<String> callback = new CountedCallback<>();
                client.stub(Probe.AsyncIface.class).echo("text", callback);
                yield CallResults.result(callback.end());
            }
        };
    }

    @Test
    public void aCallFailsOnceNoEndpointIsLeft() throws Exception {
        try (RefusingPort first = new RefusingPort();
                RefusingPort second = new RefusingPort();
                ThriftClient client = client(first.port())
                        .endpoint(ProbeServer.HOST, second.port())
                        .reconnectBackoff(HOUR, HOUR)
                        .build()) {
            CallResults.failure(echo(client), FailureCause.CONNECT_FAILED, false);
            assertTrue(client.counters().retries() <= 1, client.counters().toString());
            assertEquals(client.counters().connectAttempts(), 2);
        }
    }

    /** Uses a label of 64 letters, which no name may have, so that no network resolves it. */
    @Test
    public void unknownHost() throws Exception {
        String host = "x".repeat(64) + ".invalid";
        try (ThriftClient client = PatientClient.builder().endpoint(host, 9090).build()) {
            CallFailedException failure = CallResults.failure(echo(client), FailureCause.CONNECT_FAILED, false);
            assertTrue(failure.getMessage().contains("unknown host " + host), failure.getMessage());
            assertEquals(failure.endpoint(), host + ":9090");
        }
    }

    @Test
    public void noResponse() throws Exception {
        try (UnresponsivePort silent = UnresponsivePort.open();
                ThriftClient client = client(silent.port())
                        .connectTimeout(Duration.ofMillis(500))
                        .reconnectBackoff(HOUR, HOUR)
                        .build()) {
            long begin = System.nanoTime();
            CompletableFuture<String> shorter = client.stub(
                            Probe.FutureIface.class, CallOptions.create().withTimeout(Duration.ofMillis(40)))
                    .echo("its deadline comes first");
            CompletableFuture<String> call = echo(client);
            CallResults.failure(shorter, FailureCause.TIMED_OUT, false);
            assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(40), "too early");

            CallFailedException failure = CallResults.failure(call, FailureCause.CONNECT_FAILED, false);
            assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(500), "too early");
            assertTrue(failure.getMessage().contains("not connected within 500 ms"), failure.getMessage());
            assertEquals(client.counters().connectAttempts(), 1);
            assertEquals(client.counters().openConnections(), 0);
        }
    }

    @Test
    public void duringTheBackoffCallsFailAtOnce() throws Exception {
        try (RefusingPort closed = new RefusingPort();
                ThriftClient client =
                        client(closed.port()).reconnectBackoff(HOUR, HOUR).build()) {
            CallResults.failure(echo(client), FailureCause.CONNECT_FAILED, false);
            for (int i = 0; i < 1_000; i++) {
                CompletableFuture<String> call = echo(client);
                assertTrue(call.isDone(), "it waits");
                CallFailedException failure = CallResults.failure(call, FailureCause.CONNECT_FAILED, false);
                assertTrue(failure.getMessage().contains(closed.endpoint()), failure.getMessage());
                assertTrue(failure.getMessage().contains("refused"), failure.getMessage());
                Matcher next = NEXT_ATTEMPT.matcher(failure.getMessage());
                assertTrue(next.find(), failure.getMessage());
                long millis = Long.parseLong(next.group(1));
                assertTrue(millis > HOUR.toMillis() / 3 && millis <= HOUR.toMillis(), failure.getMessage());
            }
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    @Test
    public void callsGoToTheEndpointThatWorks() throws Exception {
        try (RefusingPort closed = new RefusingPort();
                ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = client(closed.port())
                        .endpoint(ProbeServer.HOST, server.port())
                        .reconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(1))
                        .connectionsPerEndpoint(2)
                        .build()) {
            CompletableFuture<String> first = echo(client);
            Await.that("no connection", () -> client.counters().openConnections() > 0);
            for (int i = 0; i < 500; i++) {
                assertTwoReplies(client);
            }
            assertTrue(first.isDone());
            Await.that("no second connection", () -> {
                assertTwoReplies(client);
                return client.counters().openConnections() == 2;
            });
        }
    }

    private static void assertTwoReplies(ThriftClient client) throws Exception {
        CompletableFuture<String> one = echo(client);
        CompletableFuture<String> two = echo(client);
        assertEquals(CallResults.result(one), "text");
        assertEquals(CallResults.result(two), "text");
    }

    @Test
    public void anUnresponsiveEndpointHoldsNoCallsOfOthers() throws Exception {
        try (UnresponsivePort silent = UnresponsivePort.open();
                ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = client(silent.port())
                        .endpoint(ProbeServer.HOST, server.port())
                        .connectTimeout(HOUR)
                        .callTimeout(HOUR)
                        .shutdownGrace(Duration.ZERO)
                        .build()) {
            CompletableFuture<String> first = echo(client);
            Await.that("no connection", () -> client.counters().openConnections() > 0);
            for (int i = 0; i < 100; i++) {
                assertEquals(CallResults.result(echo(client)), "text");
            }
            assertFalse(first.isCompletedExceptionally());
        }
    }

    /** Makes calls one after the other, before, while and after the connection opens: it has room for each of them. */
    @Test
    public void noCallFailsWhileTheFirstConnectionOpens() throws Exception {
        int rounds = TestSize.of(40, 150);
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT)) {
            for (int round = 0; round < rounds; round++) {
                try (ThriftClient client = server.client().build()) {
                    List<CompletableFuture<String>> calls = new ArrayList<>();
                    int more = 10;
                    while (more > 0 && calls.size() < 2_000) {
                        calls.add(echo(client));
                        more -= client.counters().openConnections() > 0 ? 1 : 0;
                    }
                    for (CompletableFuture<String> call : calls) {
                        if (call.isDone()) {
                            throw new AssertionError("failed in round " + round, CallResults.failure(call));
                        }
                    }
                }
            }
        }
    }

    private static ThriftClientBuilder client(int port) {
        return PatientClient.builder()
                .endpoint(ProbeServer.HOST, port)
                .protocol(ThriftProtocol.COMPACT)
                .connectionsPerEndpoint(1);
    }

    private static CompletableFuture<String> echo(ThriftClient client) throws TException {
        return client.stub(Probe.FutureIface.class).echo("text");
    }
}
