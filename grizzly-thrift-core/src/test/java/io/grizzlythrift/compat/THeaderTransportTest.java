package io.grizzlythrift.compat;

import static io.grizzlythrift.compat.HeaderMessages.MAX_FRAME_BYTES;
import static io.grizzlythrift.compat.HeaderMessages.call;
import static io.grizzlythrift.compat.HeaderMessages.framed;
import static io.grizzlythrift.compat.HeaderMessages.header;
import static io.grizzlythrift.compat.HeaderMessages.headerFrame;
import static io.grizzlythrift.compat.HeaderMessages.message;
import static io.grizzlythrift.compat.HeaderMessages.read;
import static io.grizzlythrift.compat.HeaderMessages.write;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TNonblockingSocket;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the bytes that are written and read, and that malformed bytes cause a clear exception. */
@Test(singleThreaded = true)
public final class THeaderTransportTest {
    private static final int BINARY = FrameHeader.BINARY;
    private static final int COMPACT = FrameHeader.COMPACT;

    private ScriptedTransport peer;
    private THeaderTransport transport;
    private THeaderProtocol protocol;

    private void receive(int chunk, byte[]... bytes) {
        start(new ScriptedTransport(MAX_FRAME_BYTES, chunk, bytes));
    }

    private void receive(byte[]... bytes) {
        receive(Integer.MAX_VALUE, bytes);
    }

    private void start(ScriptedTransport scripted) {
        peer = scripted;
        start(new THeaderTransport(peer));
    }

    private void start(THeaderTransport made) {
        transport = made;
        protocol = new THeaderProtocol(transport);
    }

    @AfterMethod(alwaysRun = true)
    void leaveCall() {
        if (transport != null) {
            transport.close();
        }
    }

    private void reply(int sequenceId) throws TException {
        write(protocol, TMessageType.REPLY, sequenceId, "result");
        transport.flush();
    }

    private static byte[] result(ThriftProtocol format, int sequenceId) throws TException {
        return message(format, TMessageType.REPLY, sequenceId, "result");
    }

    @DataProvider
    Object[][] dialects() {
        Object[][] rows = new Object[24][];
        int row = 0;
        for (ThriftProtocol format : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
            for (Dialect dialect : List.of(Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER)) {
                for (int chunk : new int[] {1, 3, 50, Integer.MAX_VALUE}) {
                    rows[row++] = new Object[] {dialect, format, chunk};
                }
            }
        }
        return rows;
    }

    private static byte[] in(Dialect dialect, ThriftProtocol format, byte[] message) {
        return switch (dialect) {
            case FRAMED -> framed(message);
            case HEADER -> headerFrame(header(format == ThriftProtocol.BINARY ? BINARY : COMPACT, Map.of()), message);
            default -> message;
        };
    }

    /** A server detects the dialect of its client, and replies in it. Large messages, and several at once. */
    @Test(dataProvider = "dialects")
    void detection(Dialect dialect, ThriftProtocol format, int chunk) throws Exception {
        byte[] large = message(format, TMessageType.CALL, 2, "x".repeat(chunk < 10 ? 5_000 : 90_000));
        receive(
                chunk,
                in(dialect, format, call(format, 1)),
                in(dialect, format, large),
                in(dialect, format, call(format, 3)),
                in(dialect, format, call(format, 4)));
        assertEquals(transport.getDialect(), Optional.empty());
        for (int sequenceId = 1; sequenceId <= 4; sequenceId++) {
            TMessage message = read(protocol);
            assertEquals(message.name, "method");
            assertEquals(message.seqid, sequenceId);
            assertEquals(transport.getDialect(), Optional.of(dialect));
            assertEquals(transport.getProtocol(), format);
            assertEquals(transport.getSequenceId(), dialect == Dialect.HEADER ? 77 : 0);
            reply(sequenceId);
            assertEquals(hex(peer.written()), hex(in(dialect, format, result(format, sequenceId))));
        }
        TTransportException end = expectThrows(TTransportException.class, () -> read(protocol));
        assertEquals(end.getType(), TTransportException.END_OF_FILE);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Messages of one connection may be in different protocols if they have headers. */
    @Test
    void protocolOfEachMessage() throws Exception {
        receive(
                headerFrame(header(BINARY, Map.of()), call(ThriftProtocol.BINARY, 1)),
                headerFrame(header(COMPACT, Map.of()), call(ThriftProtocol.COMPACT, 2)));
        read(protocol);
        reply(1);
        assertEquals(peer.written(), in(Dialect.HEADER, ThriftProtocol.BINARY, result(ThriftProtocol.BINARY, 1)));
        read(protocol);
        reply(2);
        assertEquals(peer.written(), in(Dialect.HEADER, ThriftProtocol.COMPACT, result(ThriftProtocol.COMPACT, 2)));
    }

    @Test
    void framesOfAClient() throws Exception {
        receive();
        write(protocol, TMessageType.CALL, 5, "argument");
        transport.flush();
        OutgoingHeader expected = new OutgoingHeader(0, 5, BINARY, List.of(), Map.of(), Map.of());
        assertEquals(peer.written(), headerFrame(expected, call(ThriftProtocol.BINARY, 5)));

        start(new THeaderTransport(peer, ThriftProtocol.COMPACT, Transform.ZLIB, Transform.ZSTD));
        transport.setWriteHeader("a", "b");
        write(protocol, TMessageType.CALL, 6, "argument");
        transport.flush();
        OutgoingHeader compressed =
                new OutgoingHeader(0, 6, COMPACT, List.of(Transform.ZLIB, Transform.ZSTD), Map.of("a", "b"), Map.of());
        assertEquals(peer.written(), headerFrame(compressed, call(ThriftProtocol.COMPACT, 6)));
    }

    /** A message that was not flushed has its own frame; flushing nothing sends nothing. */
    @Test
    void oneFramePerMessage() throws Exception {
        receive();
        transport.flush();
        write(protocol, TMessageType.ONEWAY, 1, "first");
        write(protocol, TMessageType.ONEWAY, 2, "second");
        transport.flush();
        transport.flush();
        byte[] first = headerFrame(
                new OutgoingHeader(0, 1, BINARY, List.of(), Map.of(), Map.of()),
                message(ThriftProtocol.BINARY, TMessageType.ONEWAY, 1, "first"));
        byte[] second = headerFrame(
                new OutgoingHeader(0, 2, BINARY, List.of(), Map.of(), Map.of()),
                message(ThriftProtocol.BINARY, TMessageType.ONEWAY, 2, "second"));
        assertEquals(
                peer.written(),
                ByteBuffer.allocate(first.length + second.length)
                        .put(first)
                        .put(second)
                        .array());
    }

    @Test
    void headersOfOneMessageAndOfAll() throws Exception {
        receive();
        transport.setPersistentWriteHeader("all", "1");
        transport.setPersistentWriteHeader("both", "persistent");
        transport.setWriteHeader("both", "once");
        transport.setWriteHeader("one", "2");
        assertEquals(writtenHeaders(), Map.of("all", "1", "both", "once", "one", "2"));
        assertEquals(writtenHeaders(), Map.of("all", "1", "both", "persistent"));
        transport.setWriteHeader("one", "3");
        transport.clearWriteHeaders();
        assertEquals(writtenHeaders(), Map.of("all", "1", "both", "persistent"));
        transport.close();
        transport.open();
        assertEquals(writtenHeaders(), Map.of("all", "1", "both", "persistent"));
        transport.clearPersistentWriteHeaders();
        assertEquals(writtenHeaders(), Map.of());
    }

    private Map<String, String> writtenHeaders() throws Exception {
        write(protocol, TMessageType.CALL, 1, "argument");
        transport.flush();
        byte[] frame = peer.written();
        return FrameHeader.parse(frame, 4, frame.length - 4).headers();
    }

    @Test
    void boundOfHeaders() throws Exception {
        receive();
        String half = "v".repeat(THeaderTransport.MAX_HEADER_BYTES / 2 - HeaderMap.PAIR_BYTES - 1);
        transport.setWriteHeader("n", half);
        transport.setWriteHeader("N", half);
        transport.setPersistentWriteHeader("p", half);
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> transport.setWriteHeader("n", half + "v"));
        assertEquals(
                e.getMessage(),
                "with [n], the headers have 65537 bytes, must be at most 65536; each counts 160 besides its name and its"
                        + " value");
        assertThrows(IllegalArgumentException.class, () -> transport.setPersistentWriteHeader("q", ""));
        assertThrows(IllegalArgumentException.class, () -> transport.setWriteHeader(" ", ""));
        assertEquals(writtenHeaders(), Map.of("N", half, "p", half));
        transport.setWriteHeader("n", "é".repeat(half.length() / 2));
        assertThrows(NullPointerException.class, () -> transport.setWriteHeader(null, ""));
        assertThrows(NullPointerException.class, () -> transport.setWriteHeader("n", null));
    }

    @Test
    void headersOfACall() throws Exception {
        receive(
                headerFrame(header(BINARY, Map.of("tenant", "blue")), call(ThriftProtocol.BINARY, 1)),
                headerFrame(header(BINARY, Map.of()), call(ThriftProtocol.BINARY, 2)));
        assertEquals(transport.getReadHeaders(), Map.of());
        read(protocol);
        assertEquals(transport.getReadHeaders(), Map.of("tenant", "blue"));
        assertThrows(
                UnsupportedOperationException.class,
                () -> transport.getReadHeaders().put("not", "possible"));
        transport.setWriteHeader("cost", "7");
        reply(1);
        assertEquals(
                peer.written(), headerFrame(header(BINARY, Map.of("cost", "7")), result(ThriftProtocol.BINARY, 1)));
        read(protocol);
        assertEquals(transport.getReadHeaders(), Map.of());
        reply(2);
        assertEquals(peer.written(), headerFrame(header(BINARY, Map.of()), result(ThriftProtocol.BINARY, 2)));
    }

    /** Headers that the handler of a oneway call sets are not sent with the next reply. */
    @Test
    void onewayCallWithReplyHeaders() throws Exception {
        receive(
                headerFrame(
                        header(BINARY, Map.of()), message(ThriftProtocol.BINARY, TMessageType.ONEWAY, 1, "argument")),
                headerFrame(header(BINARY, Map.of()), call(ThriftProtocol.BINARY, 2)));
        read(protocol);
        transport.setWriteHeader("lost", "1");
        read(protocol);
        reply(2);
        assertEquals(peer.written(), headerFrame(header(BINARY, Map.of()), result(ThriftProtocol.BINARY, 2)));
    }

    @Test
    void persistentHeadersOfThePeer() throws Exception {
        byte[] call = call(ThriftProtocol.BINARY, 1);
        receive(
                headerFrame(persistent(Map.of("a", "1"), Map.of("p", "1", "q", "1")), call),
                headerFrame(persistent(Map.of("p", "2"), Map.of()), call),
                headerFrame(persistent(Map.of(), Map.of("q", "3")), call),
                headerFrame(persistent(Map.of(), Map.of()), call));
        read(protocol);
        assertEquals(transport.getReadHeaders(), Map.of("a", "1", "p", "1", "q", "1"));
        read(protocol);
        assertEquals(transport.getReadHeaders(), Map.of("p", "2", "q", "1"));
        read(protocol);
        assertEquals(transport.getReadHeaders(), Map.of("p", "1", "q", "3"));
        read(protocol);
        assertEquals(transport.getReadHeaders(), Map.of("p", "1", "q", "3"));
        transport.close();
        assertEquals(transport.getReadHeaders(), Map.of());
    }

    private static OutgoingHeader persistent(Map<String, String> headers, Map<String, String> persistent) {
        return new OutgoingHeader(0, 0, BINARY, List.of(), headers, persistent);
    }

    @Test
    void boundOfPersistentHeadersOfThePeer() throws Exception {
        byte[] call = call(ThriftProtocol.BINARY, 1);
        String half = "v".repeat(8 * 1024 - HeaderMap.PAIR_BYTES - 1);
        receive(
                headerFrame(persistent(Map.of(), Map.of("p", half)), call),
                headerFrame(persistent(Map.of(), Map.of("q", half)), call),
                headerFrame(persistent(Map.of(), Map.of("q", half + "v")), call));
        read(protocol);
        read(protocol);
        TTransportException e = expectThrows(TTransportException.class, () -> read(protocol));
        assertEquals(
                e.getMessage(), "the persistent headers of the connection have 16385 bytes, must be at most 16384");
        assertFalse(transport.isOpen());
    }

    @DataProvider
    Object[][] chains() {
        return new Object[][] {
            {new Transform[] {Transform.ZLIB}},
            {new Transform[] {Transform.ZSTD}},
            {new Transform[] {Transform.ZSTD, Transform.ZLIB}},
        };
    }

    /** A reply has the transforms of its call. */
    @Test(dataProvider = "chains")
    void transforms(Transform... chain) throws Exception {
        receive(
                headerFrame(header(COMPACT, Map.of(), chain), call(ThriftProtocol.COMPACT, 1)),
                headerFrame(header(COMPACT, Map.of()), call(ThriftProtocol.COMPACT, 2)));
        assertEquals(read(protocol).seqid, 1);
        reply(1);
        assertEquals(peer.written(), headerFrame(header(COMPACT, Map.of(), chain), result(ThriftProtocol.COMPACT, 1)));
        assertEquals(read(protocol).seqid, 2);
        reply(2);
        assertEquals(peer.written(), headerFrame(header(COMPACT, Map.of()), result(ThriftProtocol.COMPACT, 2)));
    }

    @Test
    void outOfOrderFlag() throws Exception {
        OutgoingHeader flagged = new OutgoingHeader(3, 1, BINARY, List.of(), Map.of(), Map.of());
        receive(headerFrame(flagged, call(ThriftProtocol.BINARY, 1)));
        read(protocol);
        reply(1);
        byte[] reply = peer.written();
        assertEquals(FrameHeader.parse(reply, 4, reply.length - 4).flags(), FrameHeader.OUT_OF_ORDER);
    }

    @DataProvider
    Object[][] unreadable() throws TException {
        byte[] call = call(ThriftProtocol.BINARY, 1);
        byte[] bomb = bomb();
        return new Object[][] {
            {header(1, Map.of()), call, TApplicationException.INVALID_PROTOCOL, "protocol 1 is not known"},
            {header(-1, Map.of()), call, TApplicationException.INVALID_PROTOCOL, "protocol 4294967295 is not known"},
            {
                header(BINARY, Map.of(), Transform.ZLIB),
                bomb,
                TApplicationException.INVALID_TRANSFORM,
                "a payload of " + bomb.length + " bytes has more than 100000 when it is decompressed"
            },
            {header(BINARY, Map.of(), Transform.ZSTD), call, TApplicationException.INVALID_TRANSFORM, "is not zstd data"
            },
        };
    }

    private static byte[] bomb() {
        OutgoingHeader header = header(BINARY, Map.of(), Transform.ZLIB);
        byte[] zeros = new byte[1 << 20];
        return header.transform(zeros, 0, zeros.length);
    }

    /** Only the frame is lost: a server replies with an exception, in the order of calls, and continues to read. */
    @Test(dataProvider = "unreadable")
    void unreadableContent(OutgoingHeader header, byte[] content, int type, String reason) throws Exception {
        receive(
                framed(header.encode(), content),
                headerFrame(header(COMPACT, Map.of()), call(ThriftProtocol.COMPACT, 2)));
        assertEquals(read(protocol).seqid, 2);
        byte[] written = peer.written();
        FrameHeader reply = FrameHeader.parse(written, 4, written.length - 4);
        assertEquals(reply.sequenceId(), 77);
        assertEquals(reply.protocolId(), BINARY);
        byte[] message = reply.isTransformed()
                ? reply.restore(1000, bytes -> true)
                : Arrays.copyOfRange(written, reply.payloadOffset(), written.length);
        TMemoryBuffer buffer = new TMemoryBuffer(message.length);
        buffer.write(message);
        TMessage begin = ThriftProtocol.BINARY.getProtocol(buffer).readMessageBegin();
        assertEquals(begin.type, TMessageType.EXCEPTION);
        assertEquals(begin.seqid, 77);
        TApplicationException exception = TApplicationException.readFrom(ThriftProtocol.BINARY.getProtocol(buffer));
        assertEquals(exception.getType(), type);
        assertTrue(exception.getMessage().contains(reason), exception.getMessage());

        receive(framed(header.encode(), content));
        write(protocol, TMessageType.CALL, 1, "argument");
        transport.flush();
        TTransportException thrown = expectThrows(TTransportException.class, () -> read(protocol));
        assertEquals(thrown.getType(), TTransportException.CORRUPTED_DATA);
        assertTrue(thrown.getMessage().contains(reason), thrown.getMessage());
    }

    @DataProvider
    Object[][] malformed() throws TException {
        byte[] headerFrame = headerFrame(header(BINARY, Map.of()), call(ThriftProtocol.BINARY, 1));
        byte[] frame = framed(call(ThriftProtocol.BINARY, 1));
        byte[] unframed = call(ThriftProtocol.BINARY, 1);
        return new Object[][] {
            {"00000000", "a frame has 0 bytes, must be between 1 and maxFrameSize of TConfiguration, which is 100000"},
            {"ffffffff", "a frame has -1 bytes"},
            {"000186a1", "a frame has 100001 bytes"},
            {"00000003010203", "a frame of 3 bytes is too short for a message"},
            {hex("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII)), "looks like HTTP"},
            {"16030100f4010000f0", "looks like TLS"},
            {"00000010" + hex("[1,\"ping\",1,1,{}]".getBytes(US_ASCII)), "looks like a message of the JSON protocol"},
            {"000000100000000470696e67010000000100", "begins with neither a header nor a message"},
            {"0000000e0fff000000000001ffff0000010203040506", "claims a header of 262140 bytes"},
            {hex(headerFrame) + "00000000", "a frame has 0 bytes"},
            {hex(headerFrame) + hex(frame), "does not begin with a header"},
            {hex(headerFrame) + hex(unframed), "a frame has -2147418111 bytes"},
            {hex(frame) + hex(unframed), "a frame has -2147418111 bytes"},
            {hex(unframed) + hex(frame), ""},
            {"80010001ffffffff", ""},
            {"8001000100000001" + "61" + "00000001" + "0b0001" + "7fffffff", "100000"},
        };
    }

    @Test(dataProvider = "malformed")
    void malformedBytes(String hex, String reason) throws Exception {
        for (int chunk : new int[] {1, Integer.MAX_VALUE}) {
            receive(chunk, HexFormat.of().parseHex(hex));
            TTransportException e = expectThrows(TTransportException.class, () -> {
                while (true) {
                    read(protocol);
                }
            });
            assertEquals(e.getType(), TTransportException.CORRUPTED_DATA, e.getMessage());
            assertTrue(e.getMessage().contains(reason), e.getMessage());
            assertFalse(transport.isOpen());
        }
    }

    /** The largest message in each dialect, and one byte more. */
    @Test
    void largestMessages() throws Exception {
        for (Dialect dialect : List.of(Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER)) {
            byte[] smallest = message(ThriftProtocol.BINARY, TMessageType.CALL, 1, "");
            int front = dialect == Dialect.HEADER ? header(BINARY, Map.of()).encode().length : 0;
            String text = "x".repeat(MAX_FRAME_BYTES - front - smallest.length);
            receive(in(dialect, ThriftProtocol.BINARY, message(ThriftProtocol.BINARY, TMessageType.CALL, 1, text)));
            assertEquals(read(protocol).seqid, 1);
            byte[] larger = message(ThriftProtocol.BINARY, TMessageType.CALL, 1, text + "x");
            receive(in(dialect, ThriftProtocol.BINARY, larger));
            TTransportException e = expectThrows(TTransportException.class, () -> read(protocol));
            assertEquals(e.getType(), TTransportException.CORRUPTED_DATA);
            assertTrue(e.getMessage().contains("100000"), e.getMessage());
        }
    }

    /** Lengths are not trusted: memory grows with the bytes received. */
    @Test
    void lyingLengths() throws Exception {
        for (String hex : List.of(
                "00ffffff80010001000000", // a frame
                "00ffffff0fff000000000001000100000000", // with a header
                "80010001000000016100000001" + "0b0001" + "00f00000" + "6162", // a string without a frame
                "8221010161" + "18" + "80808007" + "6162")) {
            start(new ScriptedTransport(1 << 24, 5, HexFormat.of().parseHex(hex)));
            TTransportException e = expectThrows(TTransportException.class, () -> read(protocol));
            assertEquals(e.getType(), TTransportException.END_OF_FILE, e.getMessage());
            assertTrue(peer.largestArray() <= 4096, peer.largestArray() + " bytes");
        }
    }

    /** Within a received message, a length is checked before memory is allocated. */
    @Test
    void lyingLengthsWithinAMessage() throws Exception {
        receive(framed(HexFormat.of().parseHex("80010001" + "00000001" + "61" + "00000001" + "00")));
        assertEquals(read(protocol).name, "a");
        receive(framed(
                HexFormat.of().parseHex("80010001" + "00000001" + "61" + "00000001" + "0b0001" + "00fffff0" + "00")));
        TTransportException e = expectThrows(TTransportException.class, () -> read(protocol));
        assertEquals(e.getType(), TTransportException.MESSAGE_SIZE_LIMIT);
        assertEquals(
                e.getMessage(), "a value of 16777200 bytes, must be between 0 and the 1 that are left in the message");
        receive(framed(HexFormat.of().parseHex("80010001" + "00000001" + "61" + "00000001" + "080001" + "0000")));
        e = expectThrows(TTransportException.class, () -> read(protocol));
        assertEquals(e.getType(), TTransportException.CORRUPTED_DATA);
        assertTrue(transport.isOpen(), "the next message can be read");
    }

    /** Neither unread bytes of a message nor the state of its protocol affect the next one. */
    @Test
    void restOfAMessage() throws Exception {
        for (ThriftProtocol format : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
            receive(framed(call(format, 1), new byte[] {1, 2, 3}), framed(call(format, 2)), framed(call(format, 3)));
            assertEquals(read(protocol).seqid, 1);
            assertEquals(protocol.readMessageBegin().seqid, 2);
            protocol.readStructBegin();
            protocol.readFieldBegin();
            assertEquals(read(protocol).seqid, 3);
        }
    }

    /** A message that failed half-way is not sent with the next one. */
    @Test
    void halfWrittenMessage() throws Exception {
        for (ThriftProtocol format : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
            receive(framed(call(format, 1)));
            read(protocol);
            protocol.writeMessageBegin(new TMessage("method", TMessageType.REPLY, 1));
            protocol.writeStructBegin(new TStruct());
            protocol.writeFieldBegin(new TField("text", TType.STRING, (short) 9));
            reply(1);
            assertEquals(peer.written(), framed(result(format, 1)));
        }
    }

    @Test
    void failedFlush() throws Exception {
        receive();
        write(protocol, TMessageType.CALL, 1, "lost");
        transport.setWriteHeader("lost", "too");
        TTransportException failure = new TTransportException("cannot write");
        peer.throwOnWrite(failure);
        assertSame(expectThrows(TTransportException.class, transport::flush), failure);
        write(protocol, TMessageType.CALL, 2, "argument");
        transport.flush();
        assertEquals(
                peer.written(),
                headerFrame(
                        new OutgoingHeader(0, 2, BINARY, List.of(), Map.of(), Map.of()),
                        call(ThriftProtocol.BINARY, 2)));
    }

    /** The server does not support headers. */
    @Test
    void replyInAnotherDialect() throws Exception {
        receive(framed(result(ThriftProtocol.BINARY, 1)));
        write(protocol, TMessageType.CALL, 1, "argument");
        transport.flush();
        TTransportException e = expectThrows(TTransportException.class, () -> read(protocol));
        assertEquals(e.getMessage(), "the reply has no header: the dialect of the server is FRAMED");
        assertFalse(transport.isOpen());
    }

    /** A read that times out between messages can be repeated; within one, the connection is lost. */
    @Test
    void timeouts() throws Exception {
        byte[] call = framed(call(ThriftProtocol.BINARY, 1));
        TTransportException timeout = new TTransportException(TTransportException.TIMED_OUT, "timed out");
        start(new ScriptedTransport(MAX_FRAME_BYTES, 5, call).throwAtEnd(timeout));
        read(protocol);
        assertSame(expectThrows(TTransportException.class, () -> read(protocol)), timeout);
        assertTrue(transport.isOpen());
        start(new ScriptedTransport(MAX_FRAME_BYTES, 5, call, Arrays.copyOf(call, 5)).throwAtEnd(timeout));
        read(protocol);
        assertSame(expectThrows(TTransportException.class, () -> read(protocol)), timeout);
        assertFalse(transport.isOpen());
    }

    /** After close and open, the transport has a new connection. */
    @Test
    void reopened() throws Exception {
        receive(framed(call(ThriftProtocol.COMPACT, 1)), call(ThriftProtocol.BINARY, 2));
        read(protocol);
        transport.close();
        transport.open();
        assertEquals(transport.getDialect(), Optional.empty());
        read(protocol);
        assertEquals(transport.getDialect(), Optional.of(Dialect.UNFRAMED));
    }

    @Test
    void transportOfTheCall() throws Exception {
        receive(headerFrame(header(BINARY, Map.of("a", "b")), call(ThriftProtocol.BINARY, 1)));
        assertEquals(THeaderTransport.current(), Optional.empty());
        read(protocol);
        assertSame(THeaderTransport.current().orElseThrow(), transport);
        callAnotherServer();
        assertSame(THeaderTransport.current().orElseThrow(), transport);
        reply(1);
        assertThrows(TTransportException.class, () -> read(protocol));
        assertEquals(THeaderTransport.current(), Optional.empty());
    }

    private static void callAnotherServer() throws Exception {
        ScriptedTransport server = new ScriptedTransport(
                MAX_FRAME_BYTES,
                100,
                headerFrame(header(BINARY, Map.of("reply", "header")), result(ThriftProtocol.BINARY, 9)));
        try (THeaderTransport other = new THeaderTransport(server)) {
            THeaderProtocol client = new THeaderProtocol(other);
            write(client, TMessageType.CALL, 9, "argument");
            other.flush();
            other.setWriteHeader("next", "call");
            assertEquals(read(client).seqid, 9);
            assertEquals(other.getReadHeaders(), Map.of("reply", "header"));
            server.written();
            write(client, TMessageType.CALL, 10, "argument");
            other.flush();
            byte[] next = server.written();
            assertEquals(FrameHeader.parse(next, 4, next.length - 4).headers(), Map.of("next", "call"));
        }
    }

    @Test
    void closedWithinACall() throws Exception {
        receive(framed(call(ThriftProtocol.BINARY, 1)));
        read(protocol);
        transport.close();
        assertEquals(THeaderTransport.current(), Optional.empty());
    }

    /** A server requests transports for reading and for writing, and gets the same one. */
    @Test
    void factories() throws Exception {
        THeaderTransport.Factory factory = new THeaderTransport.Factory(ThriftProtocol.COMPACT, Transform.ZLIB);
        TMemoryBuffer first = new TMemoryBuffer(1);
        TMemoryBuffer second = new TMemoryBuffer(1);
        THeaderTransport made = (THeaderTransport) factory.getTransport(first);
        assertSame(factory.getTransport(first), made);
        assertNotSame(factory.getTransport(second), made);
        assertSame(made.getInnerTransport(), first);
        assertEquals(made.getProtocol(), ThriftProtocol.COMPACT);
        assertSame(new THeaderProtocol.Factory().getProtocol(made).getTransport(), made);
        String message = expectThrows(
                        IllegalArgumentException.class, () -> new THeaderProtocol.Factory().getProtocol(first))
                .getMessage();
        assertEquals(
                message,
                "the transport is a org.apache.thrift.transport.TMemoryBuffer, must be a"
                        + " io.grizzlythrift.compat.THeaderTransport: set its Factory as the transport factory, too");
    }

    @Test
    void rejectedOptions() throws Exception {
        TMemoryBuffer inner = new TMemoryBuffer(1);
        assertThrows(NullPointerException.class, () -> new THeaderTransport(null));
        assertThrows(NullPointerException.class, () -> new THeaderTransport(inner, null));
        assertThrows(NullPointerException.class, () -> new THeaderTransport(inner, ThriftProtocol.BINARY, null, null));
        String json = expectThrows(
                        IllegalArgumentException.class, () -> new THeaderTransport(inner, ThriftProtocol.JSON))
                .getMessage();
        assertEquals(json, "protocol is JSON, must be BINARY or COMPACT");
        assertThrows(IllegalArgumentException.class, () -> new THeaderTransport.Factory(ThriftProtocol.JSON));
        Transform[] five = {Transform.ZLIB, Transform.ZLIB, Transform.ZLIB, Transform.ZLIB, Transform.ZLIB};
        String many = expectThrows(
                        IllegalArgumentException.class, () -> new THeaderTransport.Factory(ThriftProtocol.BINARY, five))
                .getMessage();
        assertEquals(many, "transforms has 5 elements, must have at most 4");
        new THeaderTransport(inner, ThriftProtocol.BINARY, Arrays.copyOf(five, 4));
        try (TNonblockingSocket nonblocking = new TNonblockingSocket("localhost", 1)) {
            String message = expectThrows(IllegalArgumentException.class, () -> new THeaderTransport(nonblocking))
                    .getMessage();
            assertEquals(
                    message,
                    "the transport is a org.apache.thrift.transport.TNonblockingSocket, must be blocking, such as a"
                            + " TSocket");
        }
    }

    @Test
    void otherProtocolsAreToldWhatIsMissing() throws Exception {
        receive(framed(call(ThriftProtocol.BINARY, 1)));
        TTransportException e = expectThrows(
                TTransportException.class,
                () -> ThriftProtocol.BINARY.getProtocol(transport).readMessageBegin());
        assertTrue(e.getMessage().contains("readMessageBegin of a THeaderProtocol"), e.getMessage());
    }
}
