package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TlsConfig;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TSocket;
import org.testng.annotations.Test;

/**
 * Tests peers that change the dialect or the protocol between two messages of a connection, as proxies do that send the
 * calls of several clients over one connection. Each reply is in the format of its call, in the order of the calls.
 */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ChangingDialectsTest {
    private static final String PASSWORD = "for the tests";

    /** The format of one message. */
    private enum Format {
        FRAMED_BINARY(Dialect.FRAMED, ThriftProtocol.BINARY),
        FRAMED_COMPACT(Dialect.FRAMED, ThriftProtocol.COMPACT),
        UNFRAMED_BINARY(Dialect.UNFRAMED, ThriftProtocol.BINARY),
        UNFRAMED_COMPACT(Dialect.UNFRAMED, ThriftProtocol.COMPACT),
        HEADER_BINARY(Dialect.HEADER, ThriftProtocol.BINARY),
        HEADER_COMPACT(Dialect.HEADER, ThriftProtocol.COMPACT);

        private final Dialect dialect;
        private final ThriftProtocol protocol;

        Format(Dialect dialect, ThriftProtocol protocol) {
            this.dialect = dialect;
            this.protocol = protocol;
        }

        private byte[] wrap(int id, byte[] message) {
            return switch (dialect) {
                case FRAMED -> RawClient.framed(message);
                case HEADER ->
                    RawClient.framed(HeaderFrame.of(protocol, id, message).bytes());
                default -> message;
            };
        }

        byte[] call(String method, int id, TSerializable arguments) throws Exception {
            return wrap(id, new Requests(protocol).call(method, id, arguments));
        }

        byte[] echo(int id) throws Exception {
            return call("echoString", id, new Everything.echoString_args("text " + id));
        }

        /** Reads the reply to {@link #echo}, and compares each byte, but not the header. */
        void assertEcho(DataInputStream in, int id) throws Exception {
            assertReply(in, "echoString", id, new Everything.echoString_result("text " + id));
        }

        void assertReply(DataInputStream in, String method, int id, TSerializable result) throws Exception {
            byte[] expected = new Requests(protocol).message(method, TMessageType.REPLY, id, result);
            byte[] received = new byte[dialect == Dialect.UNFRAMED ? expected.length : in.readInt()];
            in.readFully(received);
            assertEquals(dialect == Dialect.HEADER ? payload(received, id) : received, expected, this + " " + id);
        }

        private byte[] payload(byte[] frame, int id) throws IOException {
            HeaderFrame header = HeaderFrame.read(frame);
            assertEquals(header.sequenceId(), id);
            assertEquals(header.protocolId(), protocol == ThriftProtocol.COMPACT ? 2 : 0);
            return header.payload();
        }
    }

    private static List<Format> eachAfterEach() {
        List<Format> all = new ArrayList<>();
        for (Format one : Format.values()) {
            for (Format other : Format.values()) {
                all.addAll(List.of(one, other));
            }
        }
        return all;
    }

    private static byte[] echoesOf(List<Format> formats) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int id = 0; id < formats.size(); id++) {
            bytes.writeBytes(formats.get(id).echo(id));
        }
        return bytes.toByteArray();
    }

    private static void assertEchoes(DataInputStream in, List<Format> formats) throws Exception {
        for (int id = 0; id < formats.size(); id++) {
            formats.get(id).assertEcho(in, id);
        }
    }

    private static DataInputStream input(RawClient client) {
        return new DataInputStream(client.input());
    }

    private static ThriftServerBuilder serve(Strategies strategy) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()));
    }

    public void pipelined(Strategies strategy) throws Exception {
        List<Format> formats = eachAfterEach();
        byte[] stream = echoesOf(formats);
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.send(stream);
            assertEchoes(input(client), formats);
            for (int from = 0; from < stream.length; from += 11) {
                client.send(Arrays.copyOfRange(stream, from, Math.min(stream.length, from + 11)));
            }
            assertEchoes(input(client), formats);
            assertEquals(server.rejectedFrames() + server.counters().protocolErrors(), 0);
        }
    }

    /** The reply to a slow call comes first, and those behind it in their order, each in its own format. */
    public void behindSlowCalls(Strategies strategy) throws Exception {
        for (Format slow : Format.values()) {
            EverythingHandler handler = new EverythingHandler();
            try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler))
                            .build()
                            .start();
                    RawClient client = new RawClient(server)) {
                List<Format> formats = List.of(Format.values());
                client.send(slow.call("hold", 100, new Everything.hold_args("slow")));
                client.send(echoesOf(formats));
                handler.held("slow").entered.get();
                handler.held("slow").reply.complete("late");
                slow.assertReply(input(client), "hold", 100, new Everything.hold_result("late"));
                assertEchoes(input(client), formats);
            }
        }
    }

    public void asynchronousHandlers(Strategies strategy) throws Exception {
        List<Format> formats = eachAfterEach();
        AsyncEverything handler = new AsyncEverything(ForkJoinPool.commonPool());
        try (ThriftServer server = strategy.builder(handler.processor()).build().start();
                RawClient client = new RawClient(server)) {
            client.send(echoesOf(formats));
            assertEchoes(input(client), formats);
        }
    }

    public void overTls(Strategies strategy) throws Exception {
        Path directory = Files.createTempDirectory("tls");
        Path store = new TestAuthority("authority")
                .issue("EC", "localhost", "127.0.0.1")
                .writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD.toCharArray());
        TlsConfig tls =
                TlsConfig.builder().keyStore(store, PASSWORD.toCharArray()).build();
        TSSLTransportFactory.TSSLTransportParameters parameters =
                new TSSLTransportFactory.TSSLTransportParameters("TLS", null);
        parameters.setTrustStore(store.toString(), PASSWORD, null, "PKCS12");
        List<Format> formats = eachAfterEach();
        try (ThriftServer server = serve(strategy).tls(tls).build().start();
                TSocket socket = TSSLTransportFactory.getClientSocket(
                        "localhost", server.port(), ClientKind.TIMEOUT_MILLIS, parameters)) {
            socket.getSocket().getOutputStream().write(echoesOf(formats));
            assertEchoes(new DataInputStream(socket.getSocket().getInputStream()), formats);
        } finally {
            Files.delete(store);
            Files.delete(directory);
        }
    }

    /** A connection never changes to HTTP, nor from it, and never to a dialect that the server does not accept. */
    public void refusedChanges(Strategies strategy) throws Exception {
        byte[] post = "POST / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
        try (ThriftServer server = serve(strategy).http(true).build().start();
                LogCapture log = LogCapture.start()) {
            for (Format format : Format.values()) {
                try (RawClient client = new RawClient(server)) {
                    client.send(format.echo(1));
                    format.assertEcho(input(client), 1);
                    client.send(post).assertClosedByServer();
                }
            }
            assertTrue(log.text().contains("HTTP"), log.text());
            assertTrue(log.text().contains("cannot change to HTTP"), log.text());
        }
        try (ThriftServer server = serve(strategy)
                        .dialects(Dialect.FRAMED, Dialect.HEADER)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.send(Format.HEADER_COMPACT.echo(1)).send(Format.FRAMED_COMPACT.echo(2));
            Format.HEADER_COMPACT.assertEcho(input(client), 1);
            Format.FRAMED_COMPACT.assertEcho(input(client), 2);
            client.send(Format.UNFRAMED_BINARY.echo(3)).assertClosedByServer();
        }
    }

    /** A server of one protocol refuses frames in another one, but keeps the connection. */
    public void restrictedToOneProtocol(Strategies strategy) throws Exception {
        try (ThriftServer server =
                        serve(strategy).protocol(ThriftProtocol.COMPACT).build().start();
                RawClient client = new RawClient(server)) {
            client.send(Format.FRAMED_BINARY.echo(1)).send(Format.FRAMED_COMPACT.echo(2));
            client.readReply(ThriftProtocol.BINARY)
                    .assertFailure("echoString", 1, TApplicationException.INVALID_PROTOCOL);
            Format.FRAMED_COMPACT.assertEcho(input(client), 2);
        }
    }
}
