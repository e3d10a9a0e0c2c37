package io.grizzlythrift.internal.frame;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.fuzz.BinaryMessageFuzz;
import io.grizzlythrift.fuzz.CompactMessageFuzz;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the first bytes of a connection determine how it is split into messages, however they arrive. */
public class DialectDetectorTest {
    private static final int MAX_FRAME_BYTES = 1 << 20;
    private static final Set<Dialect> ALL = Dialect.supported();

    /** A connection, whose assembler changes once. */
    private static final class Wire {
        private final AtomicLong clock = new AtomicLong();
        private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        private final List<String> messages = new ArrayList<>();
        private MessageAssembler assembler;
        private final List<WireFormat> formats = new ArrayList<>();
        private WireFormat format;

        Wire(Set<Dialect> accepted) {
            this(accepted, MAX_FRAME_BYTES);
        }

        Wire(Set<Dialect> accepted, int maxFrameBytes) {
            MemoryAccount memory = budget.open();
            assembler = new DialectDetector(
                    maxFrameBytes,
                    ServerLimits.DEFAULT_MAX_HTTP_HEAD_BYTES,
                    accepted,
                    memory,
                    clock::get,
                    successor -> assembler = successor);
        }

        /** Receives bytes in the middle of an array, as a read does. */
        void take(byte[] bytes, int from, int to) throws FrameException {
            byte[] read = new byte[to - from + 10];
            System.arraycopy(bytes, from, read, 7, to - from);
            collect(assembler.take(read, 7, 7 + to - from));
        }

        FrameBatch assemble(byte[] bytes) throws FrameException {
            return assembler.take(bytes, 0, bytes.length);
        }

        void collect(FrameBatch batch) {
            for (int i = 0; batch != null && i < batch.size(); i++) {
                int offset = batch.offset(i);
                byte[] message = Arrays.copyOfRange(batch.array(i), offset, offset + batch.length(i));
                messages.add(HexFormat.of().formatHex(message));
                format = batch.format(i);
                formats.add(format);
            }
        }

        long partialBytes() {
            return budget.usedBytes(MemoryPart.PARTIAL_FRAMES);
        }
    }

    private static byte[] join(List<byte[]> parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        parts.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    private static List<String> hex(List<byte[]> messages) {
        return messages.stream().map(HexFormat.of()::formatHex).toList();
    }

    private static byte[] withHeaders(List<byte[]> messages) {
        return RawClient.framed(messages.stream()
                .map(message -> HeaderFrame.of(ThriftProtocol.BINARY, 1, message)
                        .header("name", "value")
                        .bytes())
                .toArray(byte[][]::new));
    }

    @DataProvider
    static Object[][] streams() {
        List<byte[]> binary = BinaryMessageFuzz.seeds();
        List<byte[]> compact = CompactMessageFuzz.seeds();
        List<byte[]> shortFrames = List.of(new byte[] {0x0f}, new byte[] {0x0f, -1}, new byte[9], new byte[10]);
        return new Object[][] {
            {WireFormat.UNFRAMED_BINARY, binary, join(binary)},
            {WireFormat.UNFRAMED_COMPACT, compact, join(compact)},
            {WireFormat.FRAMED_COMPACT, compact, RawClient.framed(compact.toArray(byte[][]::new))},
            {WireFormat.HEADER_BINARY, binary, withHeaders(binary)},
            {WireFormat.FRAMED, shortFrames, RawClient.framed(shortFrames.toArray(byte[][]::new))}
        };
    }

    @Test(dataProvider = "streams")
    void cutAnywhere(WireFormat format, List<byte[]> messages, byte[] stream) throws Exception {
        for (int cut = 0; cut < Math.min(200, stream.length); cut++) {
            Wire wire = new Wire(ALL);
            wire.take(stream, 0, cut);
            wire.take(stream, cut, stream.length);
            assertEquals(wire.messages, hex(messages), "cut at " + cut);
            assertEquals(wire.format, format);
            assertEquals(wire.assembler.incompleteNumber(), 0);
            assertEquals(wire.partialBytes(), 0);
        }
    }

    /** One message in a format, and its bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sent(WireFormat format, byte[] message) {
        byte[] bytes() {
            return switch (format) {
                case UNFRAMED_BINARY, UNFRAMED_COMPACT -> message;
                case FRAMED, FRAMED_COMPACT -> RawClient.framed(message);
                default -> withHeaders(List.of(message));
            };
        }
    }

    private static List<Sent> eachFormatAfterEach() throws Exception {
        byte[] binary = new Requests(ThriftProtocol.BINARY).echoString(1, "b");
        byte[] compact = new Requests(ThriftProtocol.COMPACT).echoString(1, "c");
        List<Sent> formats = List.of(
                new Sent(WireFormat.FRAMED, binary),
                new Sent(WireFormat.FRAMED_COMPACT, compact),
                new Sent(WireFormat.UNFRAMED_BINARY, binary),
                new Sent(WireFormat.UNFRAMED_COMPACT, compact),
                new Sent(WireFormat.HEADER_BINARY, binary));
        List<Sent> all = new ArrayList<>();
        for (Sent one : formats) {
            for (Sent other : formats) {
                all.add(one);
                all.add(other);
            }
        }
        return all;
    }

    /** The dialect may change between any two messages, wherever a read ends. */
    @Test
    void everyChangeOfDialectCutAnywhere() throws Exception {
        List<Sent> sent = eachFormatAfterEach();
        byte[] stream = join(sent.stream().map(Sent::bytes).toList());
        List<String> messages = hex(sent.stream().map(Sent::message).toList());
        List<WireFormat> formats = sent.stream().map(Sent::format).toList();
        for (int cut = 0; cut < stream.length; cut++) {
            Wire wire = new Wire(ALL);
            wire.take(stream, 0, cut);
            int next = Math.min(stream.length, cut + 1 + cut % 7);
            wire.take(stream, cut, next);
            wire.take(stream, next, stream.length);
            assertEquals(wire.messages, messages, "cut at " + cut);
            assertEquals(wire.formats, formats, "cut at " + cut);
            assertEquals(wire.assembler.incompleteNumber(), 0);
            assertEquals(wire.partialBytes(), 0);
        }
    }

    /** The number of an incomplete message grows, also when the dialect changes: otherwise it would seem to be overdue. */
    @Test
    void incompleteMessagesOfSeveralDialects() throws Exception {
        Wire wire = new Wire(ALL);
        long last = 0;
        for (Sent sent : eachFormatAfterEach()) {
            byte[] bytes = sent.bytes();
            wire.take(bytes, 0, bytes.length - 1);
            assertTrue(wire.assembler.incompleteNumber() > last);
            last = wire.assembler.incompleteNumber();
            wire.take(bytes, bytes.length - 1, bytes.length);
            assertEquals(wire.assembler.incompleteNumber(), 0);
        }
    }

    /** Headers that hold for a connection hold after other dialects, too, but only for frames with a header. */
    @Test
    void persistentHeadersAfterAnotherDialect() throws Exception {
        byte[] message = new Requests(ThriftProtocol.BINARY).echoString(1, "b");
        Wire wire = new Wire(ALL);
        byte[] stream = join(List.of(
                RawClient.framed(HeaderFrame.of(ThriftProtocol.BINARY, 1, message)
                        .persistent("p", "1")
                        .bytes()),
                message,
                RawClient.framed(message),
                withHeaders(List.of(message))));
        FrameBatch batch = wire.assemble(stream);
        assertEquals(batch.size(), 4);
        assertEquals(batch.header(0).effectiveHeaders().get("p"), "1");
        assertFalse(batch.hasHeader(1) || batch.hasHeader(2));
        assertEquals(batch.header(3).effectiveHeaders().get("p"), "1");
        batch.removeIf(frame -> frame == 0);
        assertFalse(batch.hasHeader(0) || batch.hasHeader(1));
        assertEquals(batch.header(2).effectiveHeaders().get("p"), "1");
        assertEquals(
                List.of(batch.format(0), batch.format(1), batch.format(2)),
                List.of(WireFormat.UNFRAMED_BINARY, WireFormat.FRAMED, WireFormat.HEADER_BINARY));
    }

    @Test(dataProvider = "streams")
    void inPieces(WireFormat format, List<byte[]> messages, byte[] stream) throws Exception {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Wire wire = new Wire(ALL);
            int from = 0;
            while (from < stream.length) {
                int straight = Math.min(wire.assembler.missingBytes(), stream.length - from);
                if (straight > 0 && random.nextBoolean()) {
                    wire.assembler.append(ByteBuffer.wrap(stream, from, straight));
                    wire.collect(wire.assembler.takeIfComplete());
                    from += straight;
                }
                int to = Math.min(stream.length, from + 1 + random.nextInt(1 << seed % 13));
                wire.take(stream, from, to);
                from = to;
            }
            assertEquals(wire.messages, hex(messages), "seed " + seed);
            assertEquals(wire.format, format);
            assertEquals(wire.partialBytes(), 0);
        }
    }

    @DataProvider
    static Object[][] refused() throws Exception {
        byte[] call = new Requests(ThriftProtocol.BINARY).echoString(1, "text");
        byte[] header = ByteBuffer.allocate(18)
                .putInt(14)
                .putShort((short) 0x0fff)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) 3)
                .array();
        Set<Dialect> unframed = Set.of(Dialect.UNFRAMED);
        return new Object[][] {
            {
                ALL,
                "GET /health HTTP/1.1\r\n".getBytes(US_ASCII),
                "look like HTTP, accepted are [FRAMED, UNFRAMED, HEADER]"
            },
            {ALL, "POST / HTTP/1.1\r\n".getBytes(US_ASCII), "look like HTTP, accepted are [FRAMED, UNFRAMED, HEADER]"},
            {ALL, header, "a frame is invalid: a frame of 14 bytes claims a header of"},
            {ALL, "[1,\"ping\",1,1,{}]".getBytes(US_ASCII), "an unframed message of the JSON protocol, not framed"},
            {ALL, new byte[] {0x16, 3, 1, 2, 0, 1, 0}, "look like TLS, not framed Thrift"},
            {ALL, new byte[] {-1, -1, -1, -1, 0, 0, 0, 0}, "frame length -1 is not 1 to maxFrameBytes"},
            {ALL, new byte[8], "frame length 0 is not 1 to maxFrameBytes"},
            {unframed, RawClient.framed(call), "look like framed Thrift, accepted are [UNFRAMED]"},
            {unframed, header, "look like a message of the THeader transport, accepted are [UNFRAMED]"},
            {unframed, new byte[] {-1, 2, 3, 4}, "look like nothing known, accepted are [UNFRAMED]"},
            {unframed, new byte[] {0x16, 3, 1, 2, 0, 1, 0}, "look like TLS, accepted are [UNFRAMED]"},
            {Set.of(Dialect.FRAMED), call, "an unframed message of the binary protocol, accepted are [FRAMED]"},
        };
    }

    @Test(dataProvider = "refused")
    void otherDialects(Set<Dialect> accepted, byte[] bytes, String words) throws Exception {
        String whole = expectThrows(FrameException.class, () -> new Wire(accepted).take(bytes, 0, bytes.length))
                .getMessage();
        assertTrue(whole.contains(words), whole);
        Wire bytewise = new Wire(accepted);
        FrameException later = expectThrows(FrameException.class, () -> {
            for (int at = 0; at < bytes.length; at++) {
                bytewise.take(bytes, at, at + 1);
            }
        });
        assertEquals(later.getMessage(), whole);
    }

    /** The timeout of the first message starts with its first byte, before the dialect is known. */
    @Test(dataProvider = "streams")
    void incompleteSinceTheFirstByte(WireFormat format, List<byte[]> messages, byte[] stream) throws Exception {
        Wire wire = new Wire(ALL);
        wire.clock.set(100);
        wire.take(stream, 0, 0);
        assertEquals(wire.assembler.incompleteNumber(), 0);
        wire.take(stream, 0, 3);
        long first = wire.assembler.incompleteNumber();
        assertTrue(first != 0);
        wire.clock.set(200);
        wire.take(stream, 3, 4);
        assertEquals(wire.assembler.incompleteNumber(), first);
        assertEquals(wire.assembler.incompleteSince(), 100);
        wire.clock.set(300);
        int end = format.isFramed() ? Integer.BYTES + ByteBuffer.wrap(stream).getInt() : messages.get(0).length;
        wire.take(stream, 4, end);
        assertEquals(wire.messages.size(), 1);
        assertEquals(wire.assembler.incompleteNumber(), 0);
        wire.take(stream, end, end + 2);
        assertTrue(wire.assembler.incompleteNumber() > first);
        assertEquals(wire.assembler.incompleteSince(), 300);
    }

    @DataProvider
    static Object[][] unframedProtocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    /** An announced length takes no memory until the bytes arrive. */
    @Test(dataProvider = "unframedProtocols")
    void memoryFollowsWhatArrives(ThriftProtocol protocol) throws Exception {
        byte[] message = new Requests(protocol).echoString(1, "x".repeat(800_000));
        Wire wire = new Wire(ALL);
        for (int at = 0; at < message.length - 1000; at += 1000) {
            wire.take(message, at, at + 1000);
            int arrived = at + 1000;
            long bound = Math.max(PartialFrame.FIRST_CAPACITY, (long) PartialFrame.GROWTH * arrived);
            assertTrue(wire.partialBytes() <= bound, wire.partialBytes() + " bytes for " + arrived);
            assertTrue(wire.partialBytes() <= message.length + PartialFrame.FIRST_CAPACITY, "more than can come");
        }
        assertTrue(wire.assembler.missingBytes() > 0);
    }

    /** The array of a message without large values grows in few steps, so that copying remains linear. */
    @Test(dataProvider = "unframedProtocols")
    void manySmallValuesAreCopiedFewTimes(ThriftProtocol protocol) throws Exception {
        byte[] message = new Requests(protocol)
                .call("echoList", 1, new Everything.echoList_args(Collections.nCopies(20_000, "a small value")));
        Set<Long> sizes = new TreeSet<>();
        Wire wire = new Wire(ALL);
        for (int at = 0; at < message.length; at += 1000) {
            wire.take(message, at, Math.min(message.length, at + 1000));
            sizes.add(wire.partialBytes());
        }
        assertEquals(wire.messages.size(), 1);
        assertTrue(sizes.size() < 8, sizes.toString());
    }

    /** A connection never changes to HTTP, nor to a dialect that is not accepted. */
    @Test(dataProvider = "unframedProtocols")
    void refusedChanges(ThriftProtocol protocol) throws Exception {
        byte[] call = new Requests(protocol).echoString(1, "text");
        byte[] get = "GET / HTTP".getBytes(US_ASCII);
        for (byte[] first : List.of(call, RawClient.framed(call))) {
            Wire wire = new Wire(ALL);
            wire.take(first, 0, first.length);
            FrameException rejected = expectThrows(FrameException.class, () -> wire.take(get, 0, get.length));
            assertTrue(rejected.getMessage().contains("look like HTTP"), rejected.getMessage());
        }
        Wire framed = new Wire(Set.of(Dialect.FRAMED, Dialect.HEADER));
        framed.take(RawClient.framed(call), 0, call.length + Integer.BYTES);
        FrameException rejected = expectThrows(FrameException.class, () -> framed.take(call, 0, call.length));
        assertTrue(rejected.getMessage().contains("look like an unframed message"), rejected.getMessage());
        Wire unframed = new Wire(Set.of(Dialect.UNFRAMED));
        unframed.take(call, 0, call.length);
        byte[] frame = RawClient.framed(call);
        rejected = expectThrows(FrameException.class, () -> unframed.take(frame, 0, frame.length));
        assertTrue(rejected.getMessage().contains("looks like framed Thrift"), rejected.getMessage());
    }

    @Test(dataProvider = "unframedProtocols")
    void theLongestMessage(ThriftProtocol protocol) throws Exception {
        byte[] call = new Requests(protocol).echoString(1, "text");
        Wire exact = new Wire(ALL, call.length);
        exact.take(call, 0, call.length);
        assertEquals(exact.messages.size(), 1);
        Wire tooShort = new Wire(ALL, call.length - 1);
        FrameException rejected = expectThrows(FrameException.class, () -> tooShort.take(call, 0, call.length));
        assertTrue(rejected.getMessage().endsWith((call.length - 1) + " bytes, which is maxFrameBytes"));
    }

    @Test
    void noBatchOfNoBytes() throws Exception {
        assertNull(new Wire(ALL).assembler.take(new byte[0], 0, 0));
    }
}
