package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.scripted.UnreadPort;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.Test;

/** Tests a server that never reads, whose operating system accepts connections. */
public class StuckServerTest {
    /** Larger than the buffers of any socket. */
    private static final String LARGE = "x".repeat(12_000_000);

    /** Long enough for the first call to be encoded and sent on a busy machine. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** With one large and one oneway call, as many as may time out before the server counts as silent. */
    private static final int BEHIND = SilentPeerDetector.TIMEOUTS - 2;

    @Test
    public void unsentCallsTimeOutAndCannotHaveRun() throws Exception {
        try (ServerSocket stuck = UnreadPort.open();
                ThriftClient client = client(stuck).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            AtomicLong begin = new AtomicLong();
            CompletableFuture<String> large = sendLarge(client, begin);
            List<CompletableFuture<String>> behind = new ArrayList<>();
            for (int i = 0; i < BEHIND; i++) {
                behind.add(stub.echo("behind"));
            }
            CompletableFuture<Void> oneway = stub.note("behind, too");
            CallResults.failure(large, FailureCause.TIMED_OUT, true);
            assertTrue(System.nanoTime() - begin.get() >= TIMEOUT.toNanos(), "too early");
            for (CompletableFuture<String> call : behind) {
                CallResults.failure(call, FailureCause.TIMED_OUT, false);
            }
            CallResults.failure(oneway, FailureCause.TIMED_OUT, false);
            assertEquals(client.counters().sent(), 1);
            for (int calls = 0; client.counters().silentConnections() == 0; calls++) {
                // If all timed out in one pass, in any order, those before the one that was sent may not count.
                assertTrue(calls < SilentPeerDetector.TIMEOUTS, "it is kept");
                CallResults.failure(stub.echo("next"));
            }
        }
    }

    /** Abandoned calls stay in the queue, which must not grow without bound. */
    @Test
    public void manyOfThemReplaceTheConnection() throws Exception {
        try (ServerSocket stuck = UnreadPort.open();
                ThriftClient client = client(stuck)
                        .maxInFlightPerConnection(4)
                        .maxWaitingPerEndpoint(4)
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CallResults.failure(sendLarge(client, new AtomicLong()), FailureCause.TIMED_OUT, true);
            int calls = 0;
            while (client.counters().openConnections() == 1 && client.counters().connectAttempts() == 1) {
                assertTrue(calls++ < 1_000, "the queue only grows");
                stub.echo("behind").cancel(true);
            }
            Await.that("not all calls have ended", () -> client.counters().inFlight() == 0);
        }
    }

    @Test
    public void theClientCanBeClosed() throws Exception {
        try (ServerSocket stuck = UnreadPort.open();
                ThriftClient client =
                        client(stuck).callTimeout(Duration.ofHours(1)).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> large = stub.echo(LARGE);
            Await.that("not sent", () -> client.counters().sent() == 1);
            CompletableFuture<String> behind = stub.echo("behind");
            client.shutdown(Duration.ofMillis(20));
            CallResults.failure(large, FailureCause.CLIENT_CLOSED, true);
            CallResults.failure(behind, FailureCause.CLIENT_CLOSED, false);
            assertEquals(client.counters().failed(), 2);
        }
    }

    /** The server knows that ids start at 1, and replies before it has the message. */
    @Test
    public void aReplyToAnUnsentOnewayCallIsDroppedAndCounted() throws Exception {
        try (ServerSocket late = UnreadPort.open();
                ThriftClient client =
                        client(late).callTimeout(Duration.ofHours(1)).build()) {
            CompletableFuture<Void> oneway =
                    client.stub(Probe.FutureIface.class).note(LARGE);
            Socket connection = late.accept();
            Await.that("not sent", () -> client.counters().sent() == 1);
            ReplyFrames frames = new ReplyFrames(ThriftProtocol.COMPACT);
            for (int id = 1; id <= 5; id++) {
                connection.getOutputStream().write(frames.text("note", id, "early"));
            }
            Await.that("replies are missing", () -> client.counters().unknownReplies() == 5);
            assertFalse(oneway.isDone(), "it is sent only in part");

            CompletableFuture<String> received = new CompletableFuture<>();
            CompletableFuture<Boolean> reader = CallerThread.start(() -> {
                TProtocol in = ThriftProtocol.COMPACT.getProtocol(
                        new TFramedTransport(new TIOStreamTransport(connection.getInputStream())));
                in.readMessageBegin();
                Probe.note_args arguments = new Probe.note_args();
                arguments.read(in);
                received.complete(arguments.text);
                assertEquals(connection.getInputStream().read(), -1);
                return true;
            });
            CallResults.result(oneway);
            assertEquals(CallResults.result(received), LARGE);
            client.shutdown(Duration.ZERO);
            assertTrue(CallResults.result(reader));
        }
    }

    /** Retries, because on a loaded machine the deadline may pass before the call is sent. */
    private static CompletableFuture<String> sendLarge(ThriftClient client, AtomicLong begin) throws Exception {
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        for (int attempt = 0; attempt < 20; attempt++) {
            begin.set(System.nanoTime());
            CompletableFuture<String> large = stub.echo(LARGE);
            Await.that("neither sent nor over", () -> client.counters().sent() == 1 || large.isDone());
            if (!large.isDone() || CallResults.failure(large).mayHaveRun()) {
                return large;
            }
        }
        throw new AssertionError("no call is sent before its deadline");
    }

    private static ThriftClientBuilder client(ServerSocket server) {
        return PatientClient.builder()
                .endpoint(ProbeServer.HOST, server.getLocalPort())
                .protocol(ThriftProtocol.COMPACT)
                .connectionsPerEndpoint(1)
                .callTimeout(TIMEOUT)
                .shutdownGrace(Duration.ZERO);
    }
}
