package io.grizzlythrift.internal.frame;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.testng.annotations.Test;

/** Tests that bytes that are not a frame or message close their own connection and no other. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ForeignBytesTest {
    private static final int MAX_FRAME_BYTES = 100_000;
    private static final Requests BINARY = new Requests(ThriftProtocol.BINARY);
    private static final Requests JSON = new Requests(ThriftProtocol.JSON);

    /** Bytes that are not a frame, and the words for them in the log. */
    private static final class NotAFrame {
        private final byte[] bytes;
        private final String words;

        private NotAFrame(byte[] bytes, String words) {
            this.bytes = bytes;
            this.words = words;
        }
    }

    private static List<NotAFrame> notFrames() throws Exception {
        List<NotAFrame> cases = new ArrayList<>();
        for (int length : new int[] {0, -1, Integer.MIN_VALUE, MAX_FRAME_BYTES + 1, Integer.MAX_VALUE}) {
            cases.add(new NotAFrame(ByteBuffer.allocate(4).putInt(length).array(), String.valueOf(length)));
        }
        cases.add(new NotAFrame(JSON.echoString(1, "unframed"), "unframed message of the JSON protocol"));
        cases.add(new NotAFrame("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1), "HTTP"));
        cases.add(new NotAFrame("POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n".getBytes(ISO_8859_1), "HTTP"));
        cases.add(new NotAFrame(tlsClientHello(), "TLS"));
        cases.add(new NotAFrame(deflated(BINARY.echoString(1, "deflated")), "a stream of zlib"));
        return cases;
    }

    /** The beginning of every TLS connection: record type, version, length, handshake type, length, version, random. */
    private static byte[] tlsClientHello() {
        byte[] hello = new byte[5 + 512];
        ByteBuffer.wrap(hello)
                .put(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, (byte) 0xfc, 0x03, 0x03});
        return hello;
    }

    /** What a client of TZlibTransport sends. */
    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] stream = new byte[bytes.length + 100];
        int length = deflater.deflate(stream);
        deflater.end();
        return Arrays.copyOf(stream, length);
    }

    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol) {
        return builder(strategy, protocol).build().start();
    }

    private static ThriftServerBuilder builder(Strategies strategy, ThriftProtocol protocol) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .protocol(protocol)
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build());
    }

    private static void assertServes(RawClient client, int sequenceId) throws Exception {
        client.sendFrames(BINARY.echoString(sequenceId, "fine"))
                .readReply(ThriftProtocol.BINARY)
                .assertEchoString(sequenceId, "fine");
    }

    public void badFramesEndTheirConnectionOnly(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ThriftProtocol.BINARY);
                RawClient bystander = new RawClient(server)) {
            int cases = 0;
            for (NotAFrame not : notFrames()) {
                try (RawClient client = new RawClient(server)) {
                    client.send(not.bytes).assertClosedByServer();
                }
                cases++;
                assertServes(bystander, cases);
                assertEquals(server.rejectedFrames(), cases);
            }
        }
    }

    /** Tests the same after successful calls, and after a call in the same write. */
    public void badFramesAfterGoodCalls(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ThriftProtocol.BINARY);
                RawClient bystander = new RawClient(server)) {
            for (NotAFrame not : notFrames()) {
                try (RawClient client = new RawClient(server)) {
                    assertServes(client, 1);
                    assertServes(client, 2);
                    client.send(not.bytes).assertClosedByServer();
                }
                assertServes(bystander, 3);
            }
        }
    }

    /** A length that arrives byte by byte is checked like one that arrives at once. */
    public void badLengthsInPieces(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ThriftProtocol.BINARY)) {
            for (int length : new int[] {0, -2, MAX_FRAME_BYTES + 1}) {
                try (RawClient client = new RawClient(server)) {
                    for (byte piece : ByteBuffer.allocate(4).putInt(length).array()) {
                        client.send(new byte[] {piece});
                    }
                    client.assertClosedByServer();
                }
            }
        }
    }

    public void noiseEndsItsConnectionOnly(Strategies strategy) throws Exception {
        Random random = new Random(20_260_101);
        try (ThriftServer server = start(strategy, ThriftProtocol.BINARY);
                RawClient bystander = new RawClient(server)) {
            for (int i = 0; i < 50; i++) {
                byte[] noise = new byte[4 + random.nextInt(3000)];
                random.nextBytes(noise);
                noise[0] |= 1; // at least 16 million as a length
                try (RawClient client = new RawClient(server)) {
                    client.send(noise).assertClosedByServer();
                }
                assertServes(bystander, i);
            }
        }
    }

    /** Tests that the caller reads the reason in its own protocol, and that the connection stays open. */
    public void callsOfAnotherProtocol(Strategies strategy) throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            try (ThriftServer server = start(strategy, protocol);
                    LogCapture log = LogCapture.start();
                    RawClient client = new RawClient(server)) {
                int calls = 0;
                for (ThriftProtocol other : ThriftProtocol.values()) {
                    if (other != protocol) {
                        calls++;
                        TApplicationException rejected = client.sendFrames(new Requests(other).echoString(7, "other"))
                                .readReply(other)
                                .assertFailure("echoString", 7, TApplicationException.INVALID_PROTOCOL);
                        assertEquals(
                                rejected.getMessage(),
                                "this server speaks " + protocol + ", the call is a message of the "
                                        + (other == ThriftProtocol.JSON
                                                ? other.name()
                                                : other.name().toLowerCase(Locale.ROOT))
                                        + " protocol");
                    }
                }
                assertEquals(server.counters().protocolErrors(), calls);
                client.sendFrames(new Requests(protocol).echoString(8, "fine"))
                        .readReply(protocol)
                        .assertEchoString(8, "fine");
                log.assertShortLines(calls);
                assertTrue(log.text().contains("this server's protocol, " + protocol + "; it looks like"), log.text());
            }
        }
    }

    /** Frames without a call in any protocol: from old clients, oneway, or noise. */
    public void framesWithoutAMessage(Strategies strategy) throws Exception {
        Requests oldBinary = new Requests(new TBinaryProtocol.Factory(false, false));
        byte[] noise = new byte[300];
        new Random(1).nextBytes(noise);
        noise[0] = 'x';
        Map<ThriftProtocol, List<byte[]>> frames = new EnumMap<>(ThriftProtocol.class);
        byte[] old = oldBinary.echoString(1, "not strict");
        byte[] oneway = BINARY.oneway("note", 1, new Everything.note_args("binary"));
        frames.put(ThriftProtocol.BINARY, List.of(old, noise, new byte[] {0}, new byte[1000]));
        frames.put(ThriftProtocol.COMPACT, List.of(old, oneway, noise, new byte[] {0}, new byte[1000]));
        frames.put(ThriftProtocol.JSON, List.of(old, oneway, noise, new byte[] {0}, new byte[1000]));
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            Requests good = new Requests(protocol);
            try (ThriftServer server = start(strategy, protocol);
                    RawClient bystander = new RawClient(server)) {
                for (byte[] frame : frames.get(protocol)) {
                    try (RawClient client = new RawClient(server)) {
                        client.sendFrames(frame).assertClosedByServer();
                    }
                    bystander
                            .sendFrames(good.echoString(5, "fine"))
                            .readReply(protocol)
                            .assertEchoString(5, "fine");
                }
            }
        }
    }

    /**
     * The log has at most one short line for each, without a stack trace, which names the format that the peer seems to
     * send.
     */
    public void theLogNamesTheCause(Strategies strategy) throws Exception {
        for (NotAFrame not : notFrames()) {
            try (ThriftServer server = start(strategy, ThriftProtocol.BINARY);
                    LogCapture log = LogCapture.start()) {
                for (int i = 0; i < 10; i++) {
                    try (RawClient client = new RawClient(server)) {
                        client.send(not.bytes).assertClosedByServer();
                    }
                }
                log.assertShortLines(9);
                assertTrue(log.text().contains(not.words), "expected '" + not.words + "' in: " + log.text());
            }
        }
    }

    /** Magic, flags, sequence id, a header of one word (binary protocol, no transforms, padding), and the message. */
    private static byte[] headerFrame(int magic) throws Exception {
        byte[] message = BINARY.echoString(1, "with a header");
        return ByteBuffer.allocate(14 + message.length)
                .putShort((short) magic)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) 1)
                .putInt(0)
                .put(message)
                .array();
    }

    /** A frame of a transport that puts a header in front of the message. */
    public void theLogNamesTransportsWithAHeader(Strategies strategy) throws Exception {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            for (Map.Entry<Integer, String> known : Map.of(
                            0x0fff, "the THeader transport", 0x1000, "Kitex's TTHeader transport")
                    .entrySet()) {
                try (ThriftServer server = builder(strategy, protocol)
                                .dialects(Dialect.FRAMED)
                                .build()
                                .start();
                        LogCapture log = LogCapture.start()) {
                    for (int i = 0; i < 10; i++) {
                        try (RawClient client = new RawClient(server)) {
                            client.sendFrames(headerFrame(known.getKey())).assertClosedByServer();
                        }
                    }
                    log.assertShortLines(9);
                    assertTrue(
                            log.text().matches("(?s).*looks? like a message of " + known.getValue() + ".*"),
                            log.text());
                }
            }
        }
    }

    /** Bytes chosen by the peer cannot break a log line. */
    public void thePeerCannotWriteLinesIntoTheLog(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, ThriftProtocol.JSON);
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            client.sendFrames("\n2026-01-01 SEVERE: made up".getBytes(ISO_8859_1))
                    .assertClosedByServer();
            log.assertShortLines(1);
        }
    }
}
