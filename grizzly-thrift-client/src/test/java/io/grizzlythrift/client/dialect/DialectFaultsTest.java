package io.grizzlythrift.client.dialect;

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
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests unframed connections and those with headers on which something goes wrong. */
@Test(timeOut = 60_000)
public final class DialectFaultsTest {
    private static final int CALLS = 5;

    @DataProvider
    static Object[][] dialects() {
        List<Object[]> rows = new ArrayList<>();
        for (Dialect dialect : List.of(Dialect.UNFRAMED, Dialect.HEADER)) {
            for (ThriftProtocol protocol : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
                rows.add(new Object[] {dialect, protocol});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    private static List<CompletableFuture<String>> start(ThriftClient client, int count) throws Exception {
        Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
        List<CompletableFuture<String>> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(calls.echo("text " + i));
        }
        return started;
    }

    /** Replies find their calls by sequence id, in any order, and also one byte at a time. */
    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void pipelinedRepliesInReverse(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().pipelineUnframed(true).build()) {
            List<CompletableFuture<String>> started = start(client, CALLS);
            List<ReceivedCall> requests = server.take(CALLS);
            Collections.reverse(requests);
            for (ReceivedCall request : requests) {
                for (byte one : ProbeCalls.encodedReply(request)) {
                    request.connection().send(new byte[] {one});
                }
            }
            for (int i = 0; i < CALLS; i++) {
                assertEquals(CallResults.result(started.get(i)), "text " + i);
            }
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** Unframed, the next call is sent when the reply has come. Others wait, or use another connection. */
    public void oneUnframedCallAtATime() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.UNFRAMED, ThriftProtocol.BINARY);
                ThriftClient client = server.client().build()) {
            List<CompletableFuture<String>> started = start(client, CALLS);
            for (int i = 0; i < CALLS; i++) {
                ReceivedCall request = server.take();
                assertEquals(ProbeCalls.text(request), "text " + i);
                assertEquals(server.waiting(), 0);
                assertEquals(client.counters().sent(), i + 1);
                assertEquals(client.endpoints().get(0).inFlight(), 1);
                ProbeCalls.reply(request);
                assertEquals(CallResults.result(started.get(i)), "text " + i);
            }
            assertEquals(client.config().maxInFlightPerConnection(), 1024);
        }
    }

    /** Frames tell the server that replies may come in any order, and have the id of their message. */
    public void headersOfCalls() throws Exception {
        ReplyFrames frames = new ReplyFrames(Dialect.HEADER, ThriftProtocol.COMPACT);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ThriftClient client = PatientClient.builder()
                        .endpoint(ProbeServer.HOST, listener.getLocalPort())
                        .dialect(Dialect.HEADER)
                        .protocol(ThriftProtocol.COMPACT)
                        .connectionsPerEndpoint(1)
                        .header("n", "v")
                        .build()) {
            List<CompletableFuture<String>> started = start(client, CALLS);
            Socket socket = listener.accept();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            for (int i = 0; i < CALLS; i++) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                FrameHeader header = FrameHeader.parse(frame, 0, frame.length);
                TProtocol message = ThriftProtocol.COMPACT.getProtocol(
                        new TMemoryInputTransport(frame, header.payloadOffset(), header.payloadLength()));
                int sequenceId = message.readMessageBegin().seqid;
                Probe.echo_args arguments = new Probe.echo_args();
                arguments.read(message);
                assertTrue(header.isOutOfOrder());
                assertEquals(header.sequenceId(), sequenceId);
                assertEquals(header.protocolId(), FrameHeader.COMPACT);
                assertFalse(header.isTransformed());
                assertEquals(header.headers().get("n"), "v");
                socket.getOutputStream().write(frames.text("echo", sequenceId, arguments.text));
            }
            for (int i = 0; i < CALLS; i++) {
                assertEquals(CallResults.result(started.get(i)), "text " + i);
            }
        }
    }

    /** The id of the message counts: some servers set another one in the header. */
    public void theHeaderHasAnotherId() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
                ThriftClient client = server.client().build()) {
            List<CompletableFuture<String>> started = start(client, 2);
            List<ReceivedCall> requests = server.take(2);
            for (int i = 0; i < 2; i++) {
                byte[] reply = ProbeCalls.encodedReply(requests.get(i));
                byte[] other = ProbeCalls.encodedReply(requests.get(1 - i));
                int id = Integer.BYTES + Integer.BYTES; // after length, magic number and flags
                System.arraycopy(other, id, reply, id, Integer.BYTES);
                requests.get(i).connection().send(reply);
            }
            for (int i = 0; i < 2; i++) {
                assertEquals(CallResults.result(started.get(i)), "text " + i);
            }
        }
    }

    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void closedInMidReply(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().pipelineUnframed(true).build()) {
            List<CompletableFuture<String>> started = start(client, CALLS);
            List<ReceivedCall> requests = server.take(CALLS);
            ProbeCalls.reply(requests.get(1));
            byte[] reply = ProbeCalls.encodedReply(requests.get(0));
            requests.get(0).connection().send(Arrays.copyOf(reply, reply.length - 3));
            requests.get(0).connection().halfClose();
            assertEquals(CallResults.result(started.get(1)), "text 1");
            for (int i : new int[] {0, 2, 3, 4}) {
                CallResults.failure(started.get(i), FailureCause.CONNECTION_CLOSED, true);
            }
            assertNextCallWorks(server, client);
        }
    }

    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void resetWithCallsInFlight(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().pipelineUnframed(true).build()) {
            List<CompletableFuture<String>> started = start(client, CALLS);
            List<ReceivedCall> requests = server.take(CALLS);
            ProbeCalls.reply(requests.get(0));
            assertEquals(CallResults.result(started.get(0)), "text 0");
            requests.get(0).connection().reset();
            for (CompletableFuture<String> call : started.subList(1, CALLS)) {
                CallResults.failure(call, FailureCause.CONNECTION_RESET, true);
            }
            assertNextCallWorks(server, client);
        }
    }

    /** The late reply is dropped, and the calls around it have theirs. */
    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void aPipelinedCallTimesOut(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().pipelineUnframed(true).build()) {
            ScriptedConnection connection = server.connect(client);
            CallOptions soon = CallOptions.create().withTimeout(Duration.ofMillis(50));
            Probe.FutureIface calls = client.stub(Probe.FutureIface.class, soon);
            ProbeServer.Sent<CompletableFuture<String>> late = server.takeSent(() -> calls.echo("late"));
            CompletableFuture<String> other =
                    client.stub(Probe.FutureIface.class).echo("other");
            ReceivedCall next = server.take();
            CallResults.failure(late.call(), FailureCause.TIMED_OUT, true);
            connection.send(ProbeCalls.encodedReply(late.request()), ProbeCalls.encodedReply(next));
            assertEquals(CallResults.result(other), "other");
            Await.that("the late reply is not counted", () -> client.counters().lateReplies() == 1);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** Unframed without pipelining, a call that timed out would hold up all others: its connection is closed. */
    public void aSingleUnframedCallTimesOut() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.UNFRAMED, ThriftProtocol.BINARY);
                ThriftClient client = server.client().build()) {
            server.connect(client);
            CallOptions soon = CallOptions.create().withTimeout(Duration.ofMillis(50));
            Probe.FutureIface calls = client.stub(Probe.FutureIface.class, soon);
            ProbeServer.Sent<CompletableFuture<String>> late = server.takeSent(() -> calls.echo("late"));
            CallResults.failure(late.call(), FailureCause.TIMED_OUT, true);
            ProbeCalls.awaitClosed(late.request().connection());
            assertNextCallWorks(server, client);
        }
    }

    private static void assertNextCallWorks(ProbeServer server, ThriftClient client) throws Exception {
        CompletableFuture<String> next = client.stub(Probe.FutureIface.class).echo("next");
        ReceivedCall request = server.take();
        assertEquals(ProbeCalls.text(request), "next");
        ProbeCalls.reply(request);
        assertEquals(CallResults.result(next), "next");
    }

    private static Object[] wrong(Dialect client, Dialect server, ThriftProtocol protocol, String words) {
        return new Object[] {client, server, protocol, words};
    }

    /** The client speaks the binary protocol. */
    @DataProvider
    static Object[][] otherDialects() {
        return new Object[][] {
            wrong(Dialect.UNFRAMED, Dialect.FRAMED, ThriftProtocol.BINARY, "looks like framed Thrift"),
            wrong(Dialect.UNFRAMED, Dialect.HEADER, ThriftProtocol.BINARY, "a message of the THeader transport"),
            wrong(
                    Dialect.UNFRAMED,
                    Dialect.UNFRAMED,
                    ThriftProtocol.COMPACT,
                    "looks like a message of the compact protocol"),
            wrong(Dialect.HEADER, Dialect.FRAMED, ThriftProtocol.BINARY, "looks like a message of the binary protocol"),
            wrong(
                    Dialect.HEADER,
                    Dialect.UNFRAMED,
                    ThriftProtocol.BINARY,
                    "an unframed message of the binary protocol"),
            wrong(
                    Dialect.FRAMED,
                    Dialect.UNFRAMED,
                    ThriftProtocol.BINARY,
                    "an unframed message of the binary protocol"),
            wrong(
                    Dialect.FRAMED,
                    Dialect.HEADER,
                    ThriftProtocol.BINARY,
                    "looks like a message of the THeader transport"),
        };
    }

    /** The failure says what the server speaks. */
    @Test(dataProvider = "otherDialects", timeOut = 60_000)
    public void aReplyInAnotherDialect(Dialect spoken, Dialect replied, ThriftProtocol protocol, String words)
            throws Exception {
        try (ProbeServer server = ProbeServer.start(spoken, ThriftProtocol.BINARY);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            ReceivedCall request = server.take();
            byte[] reply = new ReplyFrames(replied, protocol).text("echo", request.sequenceId(), "text");
            request.connection().send(reply);
            CallFailedException failure = CallResults.failure(call, FailureCause.PROTOCOL_ERROR, true);
            assertTrue(failure.getMessage().contains(words), failure.getMessage());
            ProbeCalls.awaitClosed(request.connection());
        }
    }

    /** A server that closes, or says nothing: the failure asks for what the client speaks. */
    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void aServerThatUnderstandsNothing(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            server.take().connection().halfClose();
            String message = CallResults.failure(call, FailureCause.CONNECTION_CLOSED, true)
                    .getMessage();
            String words = dialect == Dialect.UNFRAMED ? "unframed " + protocol : "THeader with " + protocol;
            assertTrue(message.contains("does it speak " + words + " without TLS?"), message);
        }
    }

    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void messagesThatAreTooLarge(Dialect dialect, ThriftProtocol protocol) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = limited(server).build()) {
            Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
            CallFailedException unwritable =
                    CallResults.failure(calls.echo("x".repeat(2_000)), FailureCause.UNWRITABLE_CALL, false);
            assertTrue(unwritable.getMessage().contains("maxFrameBytes is 1000"), unwritable.getMessage());
            CompletableFuture<String> call = calls.echo("text");
            ReceivedCall request = server.take();
            request.connection()
                    .send(new ReplyFrames(dialect, protocol).text("echo", request.sequenceId(), "x".repeat(2_000)));
            boolean isLengthKnown = dialect != Dialect.UNFRAMED;
            CallFailedException failure = CallResults.failure(
                    call, isLengthKnown ? FailureCause.REPLY_TOO_LARGE : FailureCause.PROTOCOL_ERROR, true);
            assertTrue(failure.getMessage().contains("maxFrameBytes"), failure.getMessage());
        }
    }

    private static ThriftClientBuilder limited(ProbeServer server) {
        return server.client().maxFrameBytes(1_000);
    }
}
