package io.grizzlythrift.internal.header;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the headers of other implementations can be read, and that no bytes beyond their bounds are read. */
public class FrameHeaderTest {
    private static final byte[] PAYLOAD = {1, 2, 3};

    /** The headers that clients in other languages send after the length of a frame. */
    @DataProvider
    Object[][] others() {
        return new Object[][] {
            // Python, Go: 2 bytes of header, 2 of padding.
            {"0fff 0000 00000000 0001 00 00 0000", 0, 0, Map.of()},
            {"0fff 0000 00000007 0001 02 00 0000", 7, 2, Map.of()},
            // Python, Go: a header of 8 bytes needs no padding.
            {"0fff 0000 00000001 0002 00 00 01 01 0161 0162", 1, 0, Map.of("a", "b")},
            // C++: at least 1 byte of padding.
            {"0fff 0000 00000001 0003 00 00 01 01 0161 0162 00000000", 1, 0, Map.of("a", "b")},
            // C++: the compact protocol, two headers.
            {"0fff 0000 ffffffff 0004 02 00 01 02 0161 0162 0163 02c3a9 000000", -1, 2, Map.of("a", "b", "c", "é")},
            // fbthrift: the flag for replies in any order, and persistent headers.
            {"0fff 0001 00000009 0003 02 00 02 01 0170 0171 01 00 0000", 9, 2, Map.of()},
        };
    }

    @Test(dataProvider = "others")
    void framesOfOthers(String hex, int sequenceId, int protocolId, Map<String, String> headers) throws Exception {
        byte[] frame = HexFormat.of().parseHex(hex.replace(" ", "") + "010203");
        FrameHeader header = RawHeader.parse(frame);
        assertEquals(header.sequenceId(), sequenceId);
        assertEquals(header.protocolId(), protocolId);
        assertEquals(header.headers(), headers);
        assertEquals(header.isOutOfOrder(), hex.startsWith("0fff 0001"));
        assertEquals(header.hasPersistent(), hex.startsWith("0fff 0001"));
        assertEquals(header.persistentHeaders(), header.hasPersistent() ? Map.of("p", "q") : Map.of());
        assertFalse(header.isTransformed());
        assertEquals(RawHeader.payload(frame, header), PAYLOAD);
    }

    @Test
    void frameWithinAnArray() throws Exception {
        byte[] frame = new RawHeader()
                .bytes(0, 0, 1, 1)
                .string("name")
                .string("value")
                .padded()
                .frame(PAYLOAD);
        byte[] array = new byte[frame.length + 20];
        Arrays.fill(array, (byte) 1);
        System.arraycopy(frame, 0, array, 11, frame.length);
        FrameHeader header = FrameHeader.parse(array, 11, frame.length);
        assertEquals(header.headers(), Map.of("name", "value"));
        assertEquals(RawHeader.payload(array, header), PAYLOAD);
    }

    /** With one byte less, the header ends within a value, or no payload is left: no bytes after the frame are read. */
    @Test
    void truncatedFrames() throws Exception {
        byte[] frame = new RawHeader()
                .varint(2)
                .varint(1)
                .varint(1)
                .bytes(1, 2)
                .string("a")
                .string("longer than 127 bytes ".repeat(10))
                .string("b")
                .string("")
                .bytes(2, 1)
                .string("persistent")
                .string("value")
                .padded()
                .frame((byte) 1);
        for (int length = 0; length < frame.length; length++) {
            byte[] truncated = Arrays.copyOf(frame, length);
            assertThrows(HeaderException.class, () -> RawHeader.parse(truncated));
            int shorter = length;
            assertThrows(HeaderException.class, () -> FrameHeader.parse(frame, 0, shorter));
        }
        assertEquals(RawHeader.parse(frame).persistentHeaders(), Map.of("persistent", "value"));
    }

    /** The header itself is truncated: its size is smaller than its lengths state. */
    @Test
    void truncatedHeaders() throws Exception {
        byte[] frame = new RawHeader()
                .bytes(2, 0, 1, 1)
                .string("some key")
                .string("some value, in all 24 ...")
                .padded()
                .frame((byte) 1);
        int words = frame[9];
        assertEquals(words, 10);
        for (int fewer = 0; fewer < words; fewer++) {
            byte[] changed = frame.clone();
            changed[9] = (byte) fewer;
            if (fewer == 1) {
                continue; // ends after the number of keys
            }
            assertThrows(HeaderException.class, () -> RawHeader.parse(changed));
        }
        byte[] countOnly = frame.clone();
        countOnly[9] = 1;
        String message = expectThrows(HeaderException.class, () -> RawHeader.parse(countOnly))
                .getMessage();
        assertEquals(message, "the header of a frame ends within a number");
    }

    @DataProvider
    Object[][] malformed() {
        return new Object[][] {
            {new RawHeader().padded().frame(PAYLOAD), "the header of a frame ends within a number"},
            {new RawHeader().frame(1, PAYLOAD), "a frame of 13 bytes claims a header of 4 bytes, which leaves nothing"},
            {new RawHeader().frame(0xffff, PAYLOAD), "claims a header of 262140 bytes"},
            {new RawHeader().bytes(0, 0, 0, 0).frame(), "a frame of 14 bytes claims a header of 4 bytes"},
            {new RawHeader().bytes(0, 5, 1, 1).frame(PAYLOAD), "names 5 transforms, the limit is 4"},
            {new RawHeader().bytes(0).varint(0xffff_ffffL).padded().frame(PAYLOAD), "names 4294967295 transforms"},
            {new RawHeader().bytes(0, 4, 1, 1).frame(PAYLOAD), "ends within a number"},
            {new RawHeader().bytes(0, 0, 1).varint(0xffff_ffffL).padded().frame(PAYLOAD), "has 4294967295 keys"},
            {
                new RawHeader().bytes(0, 0, 1).varint(Integer.MAX_VALUE).frame(PAYLOAD),
                "the header of a frame ends within a number"
            },
            {
                new RawHeader().bytes(0, 0, 2).varint(Integer.MAX_VALUE).frame(PAYLOAD),
                "the header of a frame ends within a number"
            },
            {
                new RawHeader().bytes(0, 0, 1, 1).varint(0xffff_ffffL).padded().frame(PAYLOAD),
                "a string in the header of a frame has 4294967295 bytes, 3 are left in the header"
            },
            {
                new RawHeader().bytes(0, 0, 1, 1, 4, 'a', 'b', 'c').frame(PAYLOAD),
                "a string in the header of a frame has 4 bytes, 3 are left in the header"
            },
            {
                new RawHeader().bytes(0, 0, 1, 1, 1, 'a', 2, 'c').frame(PAYLOAD),
                "a string in the header of a frame has 2 bytes, 1 are left in the header"
            },
        };
    }

    @Test(dataProvider = "malformed")
    void malformedHeaders(byte[] frame, String expected) {
        String message = expectThrows(HeaderException.class, () -> RawHeader.parse(frame))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void noMagicNumber() {
        byte[] frame = new RawHeader().bytes(0, 0, 0, 0).frame(PAYLOAD);
        frame[1] = 0;
        String message = expectThrows(HeaderException.class, () -> RawHeader.parse(frame))
                .getMessage();
        assertEquals(message, "a frame of 17 bytes does not begin with a header");
    }

    /** The protocol id is the first number. */
    @DataProvider
    Object[][] varints() {
        return new Object[][] {
            {new int[] {0x7f, 0, 0, 0}, 0x7f},
            {new int[] {0xff, 0x7f, 0, 0}, 0x3fff},
            {new int[] {0x80, 0x80, 0x01, 0}, 1 << 14},
            {new int[] {0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0}, (1 << 28) - 1},
            {new int[] {0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0}, -1},
            {new int[] {0x80, 0x80, 0x80, 0x80, 0x08, 0, 0, 0}, Integer.MIN_VALUE},
            // More bytes than needed.
            {new int[] {0x80, 0x80, 0x80, 0x80, 0x00, 0, 0, 0}, 0},
        };
    }

    @Test(dataProvider = "varints")
    void numbers(int[] bytes, int expected) throws Exception {
        assertEquals(
                RawHeader.parse(new RawHeader().bytes(bytes).frame(PAYLOAD)).protocolId(), expected);
    }

    @DataProvider
    Object[][] largeVarints() {
        return new Object[][] {
            {new int[] {0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0}},
            {new int[] {0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0}},
            {new int[] {0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0, 0}},
            {new int[] {0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0, 0}},
        };
    }

    @Test(dataProvider = "largeVarints")
    void numbersOfMoreThan32Bits(int[] bytes) {
        byte[] frame = new RawHeader().bytes(bytes).frame(PAYLOAD);
        String message = expectThrows(HeaderException.class, () -> RawHeader.parse(frame))
                .getMessage();
        assertEquals(message, "a number in the header of a frame has more than 32 bits");
    }

    @Test
    void paddingOfAnySize() throws Exception {
        for (int padding = 0; padding <= 8; padding++) {
            RawHeader raw = new RawHeader().bytes(0, 0, 1, 1).string("k").string("v".repeat(8 - padding % 4));
            byte[] frame = raw.bytes(new int[padding]).padded().frame(PAYLOAD);
            FrameHeader header = RawHeader.parse(frame);
            assertEquals(header.headers(), Map.of("k", "v".repeat(8 - padding % 4)));
            assertEquals(RawHeader.payload(frame, header), PAYLOAD);
        }
    }

    /** Their length is unknown, so everything after them is skipped. */
    @Test
    void unknownInfos() throws Exception {
        byte[] frame = new RawHeader()
                .bytes(0, 0, 1, 1)
                .string("k")
                .string("v")
                .varint(3)
                .varint(Integer.MAX_VALUE)
                .bytes(1, 1)
                .string("not")
                .string("seen")
                .padded()
                .frame(PAYLOAD);
        FrameHeader header = RawHeader.parse(frame);
        assertEquals(header.headers(), Map.of("k", "v"));
        assertEquals(RawHeader.payload(frame, header), PAYLOAD);
        assertEquals(
                RawHeader.parse(new RawHeader().bytes(0, 0).varint(200).frame(PAYLOAD))
                        .headers(),
                Map.of());
    }

    /** Infos may come in any order and repeatedly; the last value of a name counts. */
    @Test
    void severalInfos() throws Exception {
        byte[] frame = new RawHeader()
                .bytes(2, 0, 2, 1)
                .string("p")
                .string("1")
                .bytes(1, 2)
                .string("a")
                .string("1")
                .string("b")
                .string("2")
                .bytes(1, 0)
                .bytes(1, 3)
                .string("a")
                .string("3")
                .string("")
                .string("")
                .string("a")
                .string("4")
                .bytes(2, 1)
                .string("p")
                .string("2")
                .padded()
                .frame(PAYLOAD);
        FrameHeader header = RawHeader.parse(frame);
        assertEquals(header.headers(), Map.of("a", "4", "b", "2", "", ""));
        assertEquals(List.copyOf(header.headers().keySet()), List.of("a", "b", ""));
        assertTrue(header.hasPersistent());
        assertEquals(header.persistentHeaders(), Map.of("p", "2"));
        assertThrows(UnsupportedOperationException.class, () -> header.headers().put("c", "d"));
    }

    /** Names and values are UTF-8; invalid bytes become replacement characters. */
    @Test
    void valuesThatAreNoText() throws Exception {
        byte[] frame =
                new RawHeader().bytes(0, 0, 1, 1, 1, 'k', 2, 0xff, 'x').padded().frame(PAYLOAD);
        assertEquals(RawHeader.parse(frame).headers(), Map.of("k", "\ufffdx"));
    }

    @Test
    void detached() throws Exception {
        byte[] frame = new RawHeader()
                .bytes(2, 1, 1, 2, 1)
                .string("p")
                .string("1")
                .bytes(1, 1)
                .string("k")
                .string("v")
                .padded()
                .frame(PAYLOAD);
        FrameHeader header = RawHeader.parse(frame).detached();
        Arrays.fill(frame, (byte) -1);
        assertEquals(header.headers(), Map.of("k", "v"));
        assertEquals(header.persistentHeaders(), Map.of("p", "1"));
        assertEquals(header.detached().headers(), Map.of("k", "v"));
        assertEquals(header.protocolId(), 2);
        assertTrue(header.hasTransforms());
        assertFalse(header.isTransformed());
        assertThrows(IllegalStateException.class, () -> header.restore(100, bytes -> true));
    }

    @Test
    void largestHeader() throws Exception {
        RawHeader raw = new RawHeader().bytes(0, 0, 1, 1).string("k");
        String value = "v".repeat(HeaderMap.MAX_BYTES - HeaderMap.PAIR_BYTES - 1);
        byte[] frame = raw.string(value).padded().frame(PAYLOAD);
        FrameHeader header = RawHeader.parse(frame);
        assertEquals(header.heapBytes(), FrameHeader.OBJECT_BYTES + HeaderMap.MAX_BYTES);
        byte[] larger = new RawHeader()
                .bytes(0, 0, 1, 1)
                .string("k")
                .string(value + "v")
                .padded()
                .frame(PAYLOAD);
        assertEquals(
                expectThrows(HeaderException.class, () -> RawHeader.parse(larger))
                        .getMessage(),
                "the headers of a frame have more than 65536 bytes; each counts 160 besides its name and its value");
        assertEquals(header.headers(), Map.of("k", value));
        assertEquals(new String(RawHeader.payload(frame, header), UTF_8), "\1\2\3");
    }

    /** Unknown infos do not count, because they are not kept. */
    @Test
    void largeUnknownInfo() throws Exception {
        byte[] frame = new RawHeader()
                .bytes(0, 0, 1, 1)
                .string("k")
                .string("v")
                .bytes(9)
                .bytes(new int[200_000])
                .padded()
                .frame(PAYLOAD);
        FrameHeader header = RawHeader.parse(frame);
        assertEquals(header.heapBytes(), FrameHeader.OBJECT_BYTES + HeaderMap.PAIR_BYTES + 2);
        assertEquals(header.detached().headers(), Map.of("k", "v"));
    }

    /** A header of a few bytes cannot contain many keys, not even empty ones. */
    @Test
    void manyEmptyKeys() throws Exception {
        int pairs = HeaderMap.MAX_BYTES / HeaderMap.PAIR_BYTES;
        byte[] most = new RawHeader()
                .bytes(0, 0, 1)
                .varint(pairs)
                .bytes(new int[2 * pairs])
                .padded()
                .frame(PAYLOAD);
        assertEquals(RawHeader.parse(most).headers(), Map.of("", ""));
        byte[] more = new RawHeader()
                .bytes(0, 0, 1)
                .varint(pairs + 1)
                .bytes(new int[2 * pairs + 2])
                .padded()
                .frame(PAYLOAD);
        assertThrows(HeaderException.class, () -> RawHeader.parse(more));
    }

    @DataProvider
    static Object[][] drains() {
        return new Object[][] {
            {new RawHeader().varint(0).varint(0), false},
            {keyValues(1, "a", "v", ":drain", "true"), true},
            {keyValues(1, ":drain", ""), true},
            {keyValues(1, ":drains", "true"), false},
            {keyValues(1, "drain:", "true"), false},
            {keyValues(1, "name", ":drain"), false},
            {keyValues(2, ":drain", "true"), false},
            {keyValues(77, ":drain", "true"), false}
        };
    }

    private static RawHeader keyValues(int info, String... namesAndValues) {
        RawHeader header = new RawHeader().varint(0).varint(0).varint(info).varint(namesAndValues.length / 2);
        for (String string : namesAndValues) {
            header.string(string);
        }
        return header;
    }

    /** Tests that a header of the frame is found whatever its value, even without the array of the frame. */
    @Test(dataProvider = "drains")
    public void drain(RawHeader encoded, boolean expected) throws Exception {
        FrameHeader header = RawHeader.parse(encoded.padded().frame(PAYLOAD));
        assertEquals(header.asksToDrain(), expected);
        assertEquals(header.detached().asksToDrain(), expected);
        assertEquals(header.headers().containsKey(ReplyHeader.DRAIN), expected);
    }

    @Test
    void oneValue() throws Exception {
        byte[] frame = new RawHeader()
                .varint(FrameHeader.BINARY)
                .varint(0)
                .varint(FrameHeader.KEY_VALUES)
                .varint(4)
                .string("thrift_priority")
                .string("1")
                .string("thrift_prioritx")
                .string("2")
                .string("Thrift_Priority")
                .string("3")
                .string("\u00e4")
                .string("4")
                .varint(FrameHeader.PERSISTENT_KEY_VALUES)
                .varint(1)
                .string("persistent")
                .string("5")
                .padded()
                .frame(PAYLOAD);
        FrameHeader header = FrameHeader.parse(frame, 0, frame.length);
        assertEquals(header.value("THRIFT_PRIORITY"), Optional.of("3"), "the last one");
        assertEquals(header.value("thrift_priorit"), Optional.empty());
        assertEquals(header.value("\u00e4"), Optional.empty(), "a name that is not ASCII");
        assertEquals(header.value("persistent"), Optional.empty(), "the connection knows those");
        FrameHeader inheriting =
                header.inherit(HeaderMap.NONE.with("Persistent", "6").with("thrift_priority", "7"));
        assertEquals(inheriting.value("persistent"), Optional.of("6"));
        assertEquals(inheriting.value("thrift_priority"), Optional.of("3"));
        assertEquals(inheriting.detached().value("thrift_priority"), Optional.of("3"));
    }
}
