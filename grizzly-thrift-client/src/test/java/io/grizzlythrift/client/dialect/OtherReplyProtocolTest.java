package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.scripted.ScriptedWire;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.testkit.ReceivedCall;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that a reply is decoded in the protocol that its own header names: C++ servers of one {@code
 * THeaderProtocolFactory} reply in binary to calls in compact.
 */
@Test(timeOut = 60_000)
public final class OtherReplyProtocolTest {
    /** A server that replies in another protocol than that of the call, optionally compressed. */
    private static final class OtherProtocolServer implements AutoCloseable {
        private static final int MAX_BYTES = 1 << 24;

        private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final Probe.Processor<ProbeHandler> processor = new Probe.Processor<>(new ProbeHandler());
        private final ThriftProtocol calls;
        private final ThriftProtocol replies;
        private final Transform[] transforms;

        OtherProtocolServer(ThriftProtocol calls, Transform... transforms) throws IOException {
            this.calls = calls;
            this.transforms = transforms;
            replies = otherThan(calls);
            daemon(this::accept);
        }

        private static void daemon(Runnable task) {
            Thread thread = new Thread(task, "other-protocol-server");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            try {
                while (true) {
                    Socket socket = listener.accept();
                    daemon(() -> serve(socket));
                }
            } catch (IOException e) {
                return; // closed
            }
        }

        private void serve(Socket socket) {
            try (socket) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                OutputStream out = socket.getOutputStream();
                ScriptedWire.WithHeader wire = new ScriptedWire.WithHeader(replies);
                while (true) {
                    byte[] frame = new byte[in.readInt()];
                    in.readFully(frame);
                    FrameHeader call = FrameHeader.parse(frame, 0, frame.length);
                    byte[] message = call.restore(MAX_BYTES, bytes -> true);
                    TMemoryBuffer reply = new TMemoryBuffer(1_000);
                    processor.process(
                            calls.getProtocol(new TMemoryInputTransport(message)), replies.getProtocol(reply));
                    if (reply.length() > 0) {
                        out.write(wire.wrap(
                                call.sequenceId(),
                                Arrays.copyOf(reply.getArray(), reply.length()),
                                Map.of(),
                                transforms));
                    }
                }
            } catch (IOException e) {
                return; // closed by the client
            } catch (TException e) {
                throw new UncheckedIOException(new IOException(e));
            }
        }

        ThriftClientBuilder client() {
            return PatientClient.builder()
                    .endpoint("127.0.0.1", listener.getLocalPort())
                    .dialect(Dialect.HEADER)
                    .connectionsPerEndpoint(1)
                    .protocol(calls);
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    private static ThriftProtocol otherThan(ThriftProtocol protocol) {
        return protocol == ThriftProtocol.BINARY ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY;
    }

    @DataProvider
    static Object[][] styles() {
        return new Object[][] {
            {ThriftProtocol.COMPACT, CallStyle.BLOCKING, List.of()},
            {ThriftProtocol.BINARY, CallStyle.BLOCKING, List.of(Transform.ZLIB)},
            {ThriftProtocol.COMPACT, CallStyle.CALLBACK, List.of(Transform.ZLIB)},
            {ThriftProtocol.BINARY, CallStyle.CALLBACK, List.of()},
            {ThriftProtocol.COMPACT, CallStyle.FUTURE, List.of()},
            {ThriftProtocol.BINARY, CallStyle.FUTURE, List.of()}
        };
    }

    @Test(dataProvider = "styles", timeOut = 60_000)
    public void stubs(ThriftProtocol protocol, CallStyle style, List<Transform> transforms) throws Exception {
        try (OtherProtocolServer server = new OtherProtocolServer(protocol, transforms.toArray(Transform[]::new));
                ThriftClient client = server.client().build()) {
            checkCalls(style.waiting(Probe.Iface.class, client::stub));
            assertEquals(client.counters().connectAttempts(), 1);
            assertEquals(client.counters().unknownReplies(), 0);
        }
    }

    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    /** The generated client over a transport reads the protocol of the client: the reply is converted. */
    @Test(dataProvider = "protocols", timeOut = 60_000)
    public void transports(ThriftProtocol protocol) throws Exception {
        try (OtherProtocolServer server = new OtherProtocolServer(protocol);
                ThriftClient client = server.client().build();
                TTransport transport = client.transport()) {
            checkCalls(new Probe.Client(protocol.getProtocol(transport)));
        }
    }

    private static void checkCalls(Probe.Iface calls) throws Exception {
        for (int round = 0; round < 2; round++) {
            calls.ping();
            assertEquals(calls.echo("text ü"), "text ü");
            assertEquals(calls.echoParcel(ProbeValues.fullParcel()), ProbeValues.fullParcel());
            assertEquals(calls.echoParcel(ProbeValues.emptyParcel()), ProbeValues.emptyParcel());
            assertEquals(calls.echoBytes(ProbeValues.bytes(70_000)), ProbeValues.bytes(70_000));
            assertEquals(expectThrows(Refused.class, () -> calls.judge(1)), new Refused(41).setReason("nö"));
            assertEquals(
                    expectThrows(TApplicationException.class, () -> calls.judge(2))
                            .getType(),
                    TApplicationException.INTERNAL_ERROR);
            assertEquals(calls.add(1, 2), 3);
        }
    }

    /** Replies to calls in flight may each be in another protocol, also rejections. */
    @Test(dataProvider = "protocols", timeOut = 60_000)
    public void bothProtocolsInOneRead(ThriftProtocol protocol) throws Exception {
        ReplyFrames own = new ReplyFrames(Dialect.HEADER, protocol);
        ReplyFrames other = new ReplyFrames(Dialect.HEADER, otherThan(protocol));
        try (ProbeServer server = ProbeServer.start(Dialect.HEADER, protocol);
                ThriftClient client = server.client()
                        .retries(RetryPolicy.create().withMaxRetries(0))
                        .build()) {
            Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
            server.connect(client);
            List<CompletableFuture<String>> started =
                    List.of(calls.echo("a"), calls.echo("b"), calls.echo("c"), calls.echo("d"));
            List<ReceivedCall> requests = server.take(4);
            int first = requests.get(0).sequenceId();
            requests.get(0)
                    .connection()
                    .send(
                            own.text("echo", first, "0"),
                            other.text("echo", first + 1, "1"),
                            other.exception(
                                    "echo", first + 2, new RejectedCall(RejectedCall.Reason.OVERLOADED, "no room")),
                            own.text("echo", first + 3, "3"));
            assertEquals(CallResults.result(started.get(0)), "0");
            assertEquals(CallResults.result(started.get(1)), "1");
            CallFailedException rejected = CallResults.failure(started.get(2));
            assertEquals(rejected.failure(), FailureCause.SERVER_OVERLOADED);
            assertEquals(CallResults.result(started.get(3)), "3");
        }
    }
}
