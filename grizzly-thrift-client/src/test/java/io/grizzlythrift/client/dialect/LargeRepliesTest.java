package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.tls.TlsFiles;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TProcessor;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests replies over maxFrameBytes: each fails its own call alone, and is skipped. */
@Test(timeOut = 60_000)
public final class LargeRepliesTest {
    private static final int MAX = 1_000;
    private static final String FITS = "x".repeat(MAX / 2);

    @DataProvider
    static Object[][] dialectsAndSizes() {
        List<Object[]> rows = new ArrayList<>();
        for (int size : new int[] {MAX, 60_000, 70_000, 3_000_000}) {
            rows.add(new Object[] {Dialect.FRAMED, ThriftProtocol.BINARY, size});
            rows.add(new Object[] {Dialect.FRAMED, ThriftProtocol.COMPACT, size});
            rows.add(new Object[] {Dialect.FRAMED, ThriftProtocol.JSON, size});
            rows.add(new Object[] {Dialect.HEADER, ThriftProtocol.BINARY, size});
            rows.add(new Object[] {Dialect.HEADER, ThriftProtocol.COMPACT, size});
        }
        return rows.toArray(Object[][]::new);
    }

    private static ThriftClientBuilder client(ProbeServer server) {
        return server.client().maxFrameBytes(MAX);
    }

    private static void assertTooLarge(CompletableFuture<?> call, int size) {
        CallFailedException failure = CallResults.failure(call, FailureCause.REPLY_TOO_LARGE, true);
        assertTrue(failure.getMessage().contains("the reply has " + size + " bytes"), failure.getMessage());
        assertTrue(failure.getMessage().contains("maxFrameBytes is " + MAX), failure.getMessage());
    }

    /** Large replies and others in one write: the others arrive, whatever their order. */
    @Test(dataProvider = "dialectsAndSizes", timeOut = 60_000)
    public void amongOthers(Dialect dialect, ThriftProtocol protocol, int size) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client = client(server).build()) {
            ScriptedConnection connection = server.connect(client);
            Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> started = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                started.add(calls.echo("text"));
            }
            ReplyFrames replies = new ReplyFrames(dialect, protocol);
            List<ReceivedCall> requests = server.take(6);
            byte[][] frames = new byte[6][];
            for (int i = 0; i < 6; i++) {
                boolean large = i == 1 || i == 4;
                frames[i] = replies.text("echo", requests.get(i).sequenceId(), large ? "y".repeat(size) : FITS);
            }
            connection.send(frames);
            for (int i = 0; i < 6; i++) {
                if (i == 1 || i == 4) {
                    assertTooLarge(started.get(i), frames[i].length - Integer.BYTES);
                } else {
                    assertEquals(CallResults.result(started.get(i)), FITS);
                }
            }
            assertEquals(client.counters().failed(FailureCause.REPLY_TOO_LARGE), 2);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** The call fails as soon as the beginning of its reply has arrived. Calls made meanwhile are sent. */
    public void inPieces() throws Exception {
        int size = 300_000;
        try (ProbeServer server = ProbeServer.start(Dialect.FRAMED, ThriftProtocol.BINARY);
                ThriftClient client = client(server).build()) {
            ScriptedConnection connection = server.connect(client);
            Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> large = calls.echo("large");
            byte[] frame = new ReplyFrames(ThriftProtocol.BINARY)
                    .text("echo", server.take().sequenceId(), "y".repeat(size));
            int sent = 0;
            for (int piece : new int[] {1, 2, 1, 10, 90_000}) {
                connection.send(Arrays.copyOfRange(frame, sent, sent + piece));
                sent += piece;
            }
            assertTooLarge(large, frame.length - Integer.BYTES);
            CompletableFuture<String> next = calls.echo("next");
            ReceivedCall request = server.take();
            connection.send(Arrays.copyOfRange(frame, sent, frame.length), ProbeCalls.encodedReply(request));
            assertEquals(CallResults.result(next), "next");
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** Callers that read their own replies skip large ones, too. */
    public void loneCallers() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = client(server).build()) {
            ScriptedConnection connection = server.connect(client);
            Probe.Iface calls = client.stub(Probe.Iface.class);
            ReplyFrames replies = new ReplyFrames(ThriftProtocol.COMPACT);
            for (int i = 0; i < 50; i++) {
                boolean isLarge = i % 5 == 4;
                CompletableFuture<String> call = CallerThread.start(() -> calls.echo("text"));
                byte[] frame = replies.text("echo", server.take().sequenceId(), isLarge ? "y".repeat(200_000) : FITS);
                connection.send(frame);
                if (isLarge) {
                    assertTooLarge(call, frame.length - Integer.BYTES);
                } else {
                    assertEquals(CallResults.result(call), FITS);
                }
            }
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** Its letters take two bytes each, in the reply three. */
    private static final String GROWS = "\u00e4".repeat(100_000);

    /**
     * Returns a processor whose reply may be larger than the call. The JDK itself would take seconds to convert a text whose
     * letters become several in upper case: it copies the text at each of them.
     */
    private static TProcessor growing() {
        Probe.Iface handler = (Probe.Iface) Proxy.newProxyInstance(
                Probe.Iface.class.getClassLoader(),
                new Class<?>[] {Probe.Iface.class},
                (proxy, method, arguments) ->
                        arguments[0].toString().toUpperCase(Locale.ROOT).replace('\u00c4', '\u20ac'));
        return new Probe.Processor<>(handler);
    }

    /** Each style over TLS, with the reply of a real server. */
    public void overTls() throws Exception {
        try (TlsFiles files = new TlsFiles();
                ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("large-replies"))
                        .limits(PatientLimits.builder().build())
                        .listen("127.0.0.1", 0)
                        .processor(growing())
                        .tls(files.presenting(files.server("EC")).build())
                        .build()
                        .start();
                ThriftClient client = ThriftClient.builder()
                        .endpoint(TlsFiles.HOST, server.port())
                        .connectionsPerEndpoint(1)
                        .maxFrameBytes(250_000)
                        .callTimeout(Duration.ofMinutes(1))
                        .connectTimeout(Duration.ofMinutes(1))
                        .tls(files.trusting().build())
                        .build()) {
            for (CallStyle style : CallStyle.values()) {
                Probe.FutureIface calls = style.futures(Probe.FutureIface.class, client::stub);
                CompletableFuture<String> before = calls.echo("before");
                CompletableFuture<String> large = calls.echo(GROWS);
                CompletableFuture<String> after = calls.echo("after");
                assertEquals(CallResults.result(before), "BEFORE");
                assertEquals(CallResults.result(after), "AFTER");
                CallResults.failure(large, FailureCause.REPLY_TOO_LARGE, true);
            }
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** The length of an unframed reply is not known before its end: one that is too large ends its connection. */
    public void unframed() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.UNFRAMED, ThriftProtocol.BINARY);
                ThriftClient client = client(server).build()) {
            ScriptedConnection connection = server.connect(client);
            CompletableFuture<String> large =
                    client.stub(Probe.FutureIface.class).echo("large");
            connection.send(new ReplyFrames(Dialect.UNFRAMED, ThriftProtocol.BINARY)
                    .text("echo", server.take().sequenceId(), "y".repeat(MAX)));
            CallFailedException failure = CallResults.failure(large, FailureCause.PROTOCOL_ERROR, true);
            assertTrue(failure.getMessage().contains(String.valueOf(MAX)), failure.getMessage());
            ProbeCalls.awaitClosed(connection);
        }
    }

    /** What is not a reply still ends the connection, and says why. */
    public void notAReply() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.FRAMED, ThriftProtocol.BINARY);
                ThriftClient client = client(server).build()) {
            ScriptedConnection connection = server.connect(client);
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            server.take();
            connection.send(ReplyFrames.length(70_000), new byte[70_000]);
            CallFailedException failure = CallResults.failure(call, FailureCause.PROTOCOL_ERROR, true);
            assertTrue(failure.getMessage().contains("has 70000 bytes"), failure.getMessage());
            ProbeCalls.awaitClosed(connection);
        }
    }
}
