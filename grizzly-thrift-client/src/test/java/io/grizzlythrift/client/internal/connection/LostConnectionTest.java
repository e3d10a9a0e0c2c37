package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that all calls of a connection end with it, each once, with the cause and whether they were sent. */
public class LostConnectionTest {
    private static final int SENT = 3;
    private static final int WAITING = 4;

    /** Something that a server does to a connection. */
    @FunctionalInterface
    interface Fault {
        void on(ScriptedConnection connection) throws Exception;
    }

    @DataProvider
    private Object[][] faults() throws Exception {
        byte[] reply = new ReplyFrames(ThriftProtocol.COMPACT).text("echo", 1, "half of this");
        byte[] half = Arrays.copyOf(reply, reply.length / 2);
        byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        int tooLarge = ServerLimits.DEFAULT_MAX_FRAME_BYTES + 1;
        return new Object[][] {
            fault("orderly close", FailureCause.CONNECTION_CLOSED, ScriptedConnection::halfClose),
            fault("half a frame, then close", FailureCause.CONNECTION_CLOSED, c -> {
                c.send(half);
                c.halfClose();
            }),
            fault("half a length, then close", FailureCause.CONNECTION_CLOSED, c -> {
                c.send(new byte[] {0, 0});
                c.halfClose();
            }),
            fault("part of a large frame, then close", FailureCause.CONNECTION_CLOSED, c -> {
                c.send(ReplyFrames.length(4_000_000), new byte[1_000_000]);
                c.halfClose();
            }),
            fault("reset", FailureCause.CONNECTION_RESET, ScriptedConnection::reset),
            fault("part of a large frame, then reset", FailureCause.CONNECTION_RESET, c -> {
                c.send(ReplyFrames.length(4_000_000), new byte[100_000]);
                c.reset();
            }),
            fault("a length of 0", FailureCause.PROTOCOL_ERROR, c -> c.send(ReplyFrames.length(0))),
            fault("a negative length", FailureCause.PROTOCOL_ERROR, c -> c.send(ReplyFrames.length(-7))),
            fault("a frame over the limit", FailureCause.PROTOCOL_ERROR, c -> {
                c.send(ReplyFrames.length(tooLarge), new byte[100_000]);
            }),
            fault("an HTTP response", FailureCause.PROTOCOL_ERROR, c -> c.send(http)),
            fault("a frame of one byte", FailureCause.PROTOCOL_ERROR, c -> c.send(ReplyFrames.framed((byte) 7))),
            fault("a frame without a header", FailureCause.PROTOCOL_ERROR, c -> c.send(ReplyFrames.framed(http))),
            fault("a header of a name of 2 GB", FailureCause.PROTOCOL_ERROR, c -> c.send(nameOfTwoGigabytes())),
            fault("a message of another protocol", FailureCause.PROTOCOL_ERROR, c -> c.send(otherProtocol())),
        };
    }

    private static Object[] fault(String name, FailureCause cause, Fault fault) {
        return new Object[] {name, cause, fault};
    }

    private static byte[] nameOfTwoGigabytes() {
        return ReplyFrames.framed(
                (byte) 0x82, (byte) 0x41, (byte) 1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) 7);
    }

    private static byte[] otherProtocol() throws Exception {
        return new ReplyFrames(ThriftProtocol.BINARY).text("echo", 1, "binary");
    }

    @Test(dataProvider = "faults")
    public void everyCallEndsOnceWithTheCause(String name, FailureCause cause, Fault fault) throws Exception {
        List<CountedCallback<String>> calls = new ArrayList<>();
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .maxInFlightPerConnection(SENT)
                        .retries(RetryPolicy.create().withMaxRetries(0))
                        .build()) {
            Probe.AsyncIface stub = client.stub(Probe.AsyncIface.class);
            for (int i = 0; i < SENT + WAITING; i++) {
                CountedCallback<String> call = new CountedCallback<>();
                stub.echo("text " + i, call);
                calls.add(call);
            }
            List<ReceivedCall> requests = server.take(SENT);
            ScriptedConnection connection = requests.get(0).connection();
            fault.on(connection);

            for (int i = 0; i < calls.size(); i++) {
                CallFailedException failure = CallResults.failure(calls.get(i).end(), cause, i < SENT);
                assertEquals(failure.method(), "echo");
                assertEquals(failure.endpoint(), server.endpoint());
                assertTrue(failure.getMessage().contains(server.endpoint()), failure.getMessage());
                assertTrue(
                        failure.getMessage().contains(i < SENT ? "may have run" : "was not sent"),
                        failure.getMessage());
                assertEquals(failure.getType(), cause.transportType());
            }
            ProbeCalls.awaitClosed(connection);
            assertGoesOnElsewhere(server, client);

            ClientCounters counters = client.counters();
            assertEquals(counters.failed(cause), SENT + WAITING);
            assertEquals(counters.failed(), SENT + WAITING);
            assertEquals(counters.sent(), SENT + 1, "waiting calls were sent");
            assertEquals(counters.reconnects(), 1);
        }
        for (CountedCallback<String> call : calls) {
            assertEquals(call.ends(), 1);
        }
    }

    /**
     * Asserts that calls continue on another connection. The server had never replied, so the first attempts may meet a
     * backoff.
     */
    private static void assertGoesOnElsewhere(ProbeServer server, ThriftClient client) throws Exception {
        Await.that("no new connection", () -> client.counters().openConnections() == 1);
        CompletableFuture<String> next = client.stub(Probe.FutureIface.class).echo("next");
        ProbeCalls.reply(server.take());
        assertEquals(CallResults.result(next), "next");
        assertEquals(client.counters().inFlight(), 0);
    }

    @Test
    public void repliesBeforeTheEndAreDelivered() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> replied = stub.echo("replied");
            CompletableFuture<String> lost = stub.echo("lost");
            ReceivedCall request = server.take();
            ProbeCalls.reply(request);
            request.connection().halfClose();
            assertEquals(CallResults.result(replied), "replied");
            CallResults.failure(lost, FailureCause.CONNECTION_CLOSED, true);
        }
    }

    @Test
    public void aServerThatHasRepliedIsReconnectedAtOnce() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .reconnectBackoff(Duration.ofHours(1), Duration.ofHours(1))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int i = 0; i < 3; i++) {
                CompletableFuture<String> call = stub.echo("call");
                ReceivedCall request = server.take();
                ProbeCalls.reply(request);
                CallResults.result(call);
                CompletableFuture<String> lost = stub.echo("lost");
                server.take().connection().halfClose();
                CallResults.failure(lost, FailureCause.CONNECTION_CLOSED, true);
                ProbeCalls.awaitClosed(request.connection());
            }
            Await.that("no new connection", () -> client.counters().reconnects() == 3);
            assertEquals(client.counters().connectAttempts(), 4);
        }
    }

    @Test
    public void aPartialReplyTimesOut() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            server.connect(client);
            Probe.FutureIface soon =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(Duration.ofMillis(500)));
            AtomicLong begin = new AtomicLong();
            ProbeServer.Sent<CompletableFuture<String>> sent = server.takeSent(() -> {
                begin.set(System.nanoTime());
                return soon.echo("half");
            });
            ReceivedCall request = sent.request();
            byte[] reply = ProbeCalls.encodedReply(request);
            request.connection().send(Arrays.copyOf(reply, reply.length / 2));

            CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true);
            assertTrue(System.nanoTime() - begin.get() >= TimeUnit.MILLISECONDS.toNanos(500), "too early");
            assertTrue(request.connection().isOpen());

            request.connection().send(Arrays.copyOfRange(reply, reply.length / 2, reply.length));
            Await.that("no late reply", () -> client.counters().lateReplies() == 1);
        }
    }
}
