package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ScriptedWire;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests calls and replies that are compressed, and replies that cannot be restored. */
@Test(timeOut = 60_000)
public final class CompressedMessagesTest {
    private static final int ZERO_BYTES = 30_000_000;

    @DataProvider
    static Object[][] stylesAndTransforms() {
        return new Object[][] {
            {CallStyle.BLOCKING, Transform.ZLIB, ThriftProtocol.BINARY},
            {CallStyle.CALLBACK, Transform.ZLIB, ThriftProtocol.COMPACT},
            {CallStyle.FUTURE, Transform.ZLIB, ThriftProtocol.BINARY},
            {CallStyle.BLOCKING, Transform.ZSTD, ThriftProtocol.COMPACT},
            {CallStyle.CALLBACK, Transform.ZSTD, ThriftProtocol.BINARY},
            {CallStyle.FUTURE, Transform.ZSTD, ThriftProtocol.COMPACT}
        };
    }

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    /** Our server compresses the replies to compressed calls. */
    @Test(dataProvider = "stylesAndTransforms", timeOut = 60_000)
    public void bothWays(CallStyle style, Transform transform, ThriftProtocol protocol) throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = Servers.WORKER_THREAD.start(protocol, new Probe.Processor<>(handler));
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, server.port())
                        .protocol(protocol)
                        .dialect(Dialect.HEADER)
                        .transform(transform)
                        .build()) {
            Probe.Iface calls = style.waiting(Probe.Iface.class, client::stub);
            assertEquals(calls.echo("small"), "small");
            assertEquals(calls.echoParcel(ProbeValues.fullParcel()), ProbeValues.fullParcel());
            assertEquals(calls.echoBytes(ProbeValues.bytes(1_000_000)), ProbeValues.bytes(1_000_000));
            ByteBuffer uniform = ByteBuffer.allocate(1_000_000); // compressed, it would look like a bomb
            assertEquals(calls.echoBytes(uniform.duplicate()), uniform);
            TApplicationException failure = expectThrows(TApplicationException.class, () -> calls.judge(2));
            assertEquals(failure.getType(), TApplicationException.INTERNAL_ERROR);
            calls.note("oneway");
            assertEquals(handler.awaitNote(), "oneway");
        }
    }

    private static final ScriptedWire.WithHeader WIRE = new ScriptedWire.WithHeader(ThriftProtocol.BINARY);

    private static ProbeServer server() throws Exception {
        return ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
    }

    private static byte[] reply(ReceivedCall request, String result, Transform... transforms) throws Exception {
        byte[] message = Messages.reply(ThriftProtocol.BINARY, "echo", request.sequenceId(), result);
        return WIRE.wrap(request.sequenceId(), message, Map.of("n", "v"), transforms);
    }

    /** Not on the selector thread: the client reads on while it is restored. */
    public void repliesAreRestoredElsewhere() throws Exception {
        try (ProbeServer server = server();
                ThriftClient client = server.client().name("restoring").build()) {
            CompletableFuture<Thread> ended = new CompletableFuture<>();
            client.stub(Probe.AsyncIface.class).echo("text", CallStyle.completing(new CompletableFuture<String>() {
                @Override
                public boolean complete(String value) {
                    return ended.complete(Thread.currentThread()) && super.complete(value);
                }
            }));
            ReceivedCall request = server.take();
            request.connection().send(reply(request, "x".repeat(50_000), Transform.ZLIB));
            assertTrue(
                    CallResults.result(ended).getName().startsWith("restoring-callbacks"),
                    CallResults.result(ended).getName());
        }
    }

    /** While one reply keeps the thread that restores them busy, others come too late. */
    public void aReplyIsNotRestoredAfterTheDeadline() throws Exception {
        Duration timeout = Duration.ofMillis(500);
        try (ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            CompletableFuture<Void> held = new CompletableFuture<>();
            CompletableFuture<Void> first =
                    client.stub(Probe.FutureIface.class).echo("first").thenAccept(text -> held.join());
            ReceivedCall request = server.take();
            request.connection().send(reply(request, "first", Transform.ZLIB));
            Await.that("the reply has not come", () -> client.endpoints().get(0).inFlight() == 0);
            long begun = System.nanoTime();
            CompletableFuture<String> late = client.stub(
                            Probe.FutureIface.class, CallOptions.create().withTimeout(timeout))
                    .echo("late");
            ReceivedCall second = server.take();
            second.connection().send(reply(second, "late", Transform.ZLIB));
            Await.that("the deadline does not pass", () -> System.nanoTime() - begun > 2 * timeout.toNanos());
            held.complete(null);
            CallResults.failure(late, FailureCause.TIMED_OUT, true);
            CallResults.result(first);
            assertEquals(client.counters().failed(FailureCause.TIMED_OUT), 1);
            assertNextCallWorks(server, client);
        }
    }

    /** Several transforms are undone in reverse, and a long name needs more than the usual bytes. */
    public void severalTransforms() throws Exception {
        try (ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            ReceivedCall request = server.take();
            byte[] message = Messages.reply(
                    ThriftProtocol.BINARY, "echo".repeat(1_000), request.sequenceId(), "x".repeat(50_000));
            request.connection()
                    .send(WIRE.wrap(request.sequenceId(), message, Map.of(), Transform.ZSTD, Transform.ZLIB));
            assertEquals(CallResults.result(call), "x".repeat(50_000));
        }
    }

    /** The call whose id the header has fails at once; the connection stays. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void anUnknownTransform(CallStyle style) throws Exception {
        try (ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    style.futures(Probe.FutureIface.class, client::stub).echo("text");
            ReceivedCall request = server.take();
            request.connection().send(withTransformId(request, 77));
            CallFailedException failure = CallResults.failure(call, FailureCause.UNREADABLE_REPLY, true);
            assertTrue(failure.getMessage().contains("transform 77 is not known"), failure.getMessage());
            assertNextCallWorks(server, client);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** Patches the id of the only transform of a reply. */
    private static byte[] withTransformId(ReceivedCall request, int id) throws Exception {
        OutgoingHeader header =
                new OutgoingHeader(0, request.sequenceId(), 0, List.of(Transform.ZLIB), Map.of(), Map.of());
        byte[] encoded = header.encode();
        assertEquals(encoded[12], 1);
        encoded[12] = (byte) id;
        return ScriptedWire.WithHeader.frame(encoded, new byte[100]);
    }

    /** Bytes that are not what the header says. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void garbage(CallStyle style) throws Exception {
        try (ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    style.futures(Probe.FutureIface.class, client::stub).echo("text");
            ReceivedCall request = server.take();
            request.connection().send(withTransformId(request, 1));
            CallFailedException failure = CallResults.failure(call, FailureCause.UNREADABLE_REPLY, true);
            assertTrue(failure.getMessage().contains("cannot be restored"), failure.getMessage());
            assertNextCallWorks(server, client);
        }
    }

    /** A reply to a call that is not there, or timed out, does no harm. */
    public void garbageForNobody() throws Exception {
        try (ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            server.connect(client);
            CallOptions soon = CallOptions.create().withTimeout(Duration.ofMillis(50));
            ProbeServer.Sent<CompletableFuture<String>> late = server.takeSent(
                    () -> client.stub(Probe.FutureIface.class, soon).echo("late"));
            CallResults.failure(late.call(), FailureCause.TIMED_OUT, true);
            byte[] garbage = withTransformId(late.request(), 77);
            late.request().connection().send(garbage, garbage);
            assertNextCallWorks(server, client);
            assertEquals(client.counters().lateReplies(), 1);
            assertEquals(client.counters().unknownReplies(), 1);
            // counted once all replies of a read have reached their callers
            Await.that("a call is in flight", () -> client.endpoints().get(0).inFlight() == 0);
        }
    }

    /** A small frame that becomes a huge message: the call fails in each style. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void bombs(CallStyle style) throws Exception {
        try (ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            for (Transform transform : Transform.values()) {
                CompletableFuture<String> call =
                        style.futures(Probe.FutureIface.class, client::stub).echo("text");
                ReceivedCall request = server.take();
                request.connection().send(reply(request, "0".repeat(ZERO_BYTES), transform));
                CallFailedException failure = CallResults.failure(call, FailureCause.UNREADABLE_REPLY, true);
                assertTrue(failure.getMessage().contains("when it is decompressed"), failure.getMessage());
                assertNextCallWorks(server, client);
            }
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** The memory of replies that are being restored is bounded, and given back. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void memoryIsBounded(CallStyle style) throws Exception {
        try (ProbeServer server = server();
                ThriftClient client =
                        server.client().maxPartialFrameBytes(56_000).build()) {
            for (int i = 0; i < 20; i++) {
                CompletableFuture<String> call =
                        style.futures(Probe.FutureIface.class, client::stub).echo("text");
                ReceivedCall request = server.take();
                int bytes = i % 2 == 0 ? 60_000 : 20_000;
                request.connection().send(reply(request, "0".repeat(bytes), Transform.ZLIB));
                if (i % 2 == 0) {
                    CallFailedException failure = CallResults.failure(call, FailureCause.UNREADABLE_REPLY, true);
                    assertTrue(failure.getMessage().contains("no memory is left"), failure.getMessage());
                } else {
                    assertEquals(CallResults.result(call).length(), bytes);
                }
            }
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    private static void assertNextCallWorks(ProbeServer server, ThriftClient client) throws Exception {
        CompletableFuture<String> next = client.stub(Probe.FutureIface.class).echo("next");
        ReceivedCall request = server.take();
        assertFalse(next.isDone());
        request.connection().send(reply(request, "next", Transform.ZLIB));
        assertEquals(CallResults.result(next), "next");
    }
}
