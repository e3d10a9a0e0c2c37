package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import com.sun.management.ThreadMXBean;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.RandomStruct;
import io.grizzlythrift.test.server.Requests;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the end of each message is found, however its bytes are split, and that limits apply. */
public class MessageScannerTest {
    private static final int MAX_BYTES = 1 << 20;

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private static String rejection(MessageScanner scanner, byte[] bytes) {
        return expectThrows(MalformedMessageException.class, () -> scanner.scan(bytes, 0, bytes.length))
                .getMessage();
    }

    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void everyMessageCutAtEachByte(ThriftProtocol protocol) throws Exception {
        MessageScanner scanner = Scanners.of(protocol, MAX_BYTES);
        for (byte[] message : Scanners.messages(protocol)) {
            byte[] two = join(message, message);
            for (int cut = 0; cut < message.length; cut++) {
                assertEquals(scanner.scan(two, 0, cut), MessageScanner.MORE);
                assertEquals(scanner.isWithinMessage(), cut > 0);
                assertTrue(scanner.missingBytes() < message.length - cut, "the end is never skipped");
                assertEquals(scanner.scan(two, cut, two.length), message.length);
                assertFalse(scanner.isWithinMessage());
            }
        }
    }

    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void aStreamInPiecesOfAnySize(ThriftProtocol protocol) throws Exception {
        List<byte[]> messages = Scanners.messages(protocol);
        byte[] stream = join(messages.toArray(byte[][]::new));
        List<Integer> ends = new ArrayList<>();
        int total = 0;
        for (byte[] message : messages) {
            total += message.length;
            ends.add(total);
        }
        for (int seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            MessageScanner scanner = Scanners.of(protocol, MAX_BYTES);
            List<Integer> found = new ArrayList<>();
            int position = 0;
            while (position < stream.length) {
                int to = Math.min(stream.length, position + 1 + random.nextInt(1 << (1 + seed % 12)));
                int end = scanner.scan(stream, position, to);
                if (end != MessageScanner.MORE) {
                    found.add(end);
                }
                position = end == MessageScanner.MORE ? to : end;
            }
            assertEquals(found, ends, "seed " + seed);
        }
    }

    /** Bytes that are known to be missing may be received without being scanned. */
    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void missingBytesNeedNotBeScanned(ThriftProtocol protocol) throws Exception {
        byte[] message = new Requests(protocol).echoString(1, "x".repeat(1000));
        MessageScanner scanner = Scanners.of(protocol, MAX_BYTES);
        int cut = message.length - 600;
        assertEquals(scanner.scan(message, 0, cut), MessageScanner.MORE);
        int missing = scanner.missingBytes();
        assertEquals(missing, 599, "all but the byte that ends the arguments");
        scanner.skipMissing(99);
        assertEquals(scanner.missingBytes(), 500);
        scanner.skipMissing(500);
        assertEquals(scanner.scan(message, message.length - 1, message.length), message.length);
    }

    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void theLongestMessage(ThriftProtocol protocol) throws Exception {
        for (byte[] message : Scanners.messages(protocol)) {
            assertEquals(Scanners.of(protocol, message.length).scan(message, 0, message.length), message.length);
            String rejection = rejection(Scanners.of(protocol, message.length - 1), message);
            assertEquals(
                    rejection, "a message has more than " + (message.length - 1) + " bytes, which is maxFrameBytes");
        }
    }

    /** All bytes of a message are counted, however they arrive. */
    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void anEndlessMessage(ThriftProtocol protocol) throws Exception {
        byte[] begin = new Requests(protocol).callWithField("echoString", 1, TType.STRING, out -> {});
        byte[] length = protocol == ThriftProtocol.BINARY ? new byte[] {0, 0, 0, 0, 11, 0, 9} : new byte[] {0, 0x18};
        for (int piece = 1; piece < 100; piece += 7) {
            MessageScanner scanner = Scanners.of(protocol, 5000);
            int size = piece;
            MalformedMessageException rejection = expectThrows(MalformedMessageException.class, () -> {
                assertEquals(scanner.scan(begin, 0, begin.length), MessageScanner.MORE);
                byte[] field = Arrays.copyOf(length, length.length);
                for (int sent = begin.length; sent < 6000; sent += field.length) {
                    for (int from = 0; from < field.length; from += size) {
                        scanner.scan(field, from, Math.min(field.length, from + size));
                    }
                }
            });
            assertTrue(rejection.getMessage().startsWith("a message has more than 5000 bytes"));
        }
    }

    private static byte[] nested(ThriftProtocol protocol, int levels, byte type) throws TException {
        return new Requests(protocol).callWithField("ping", 1, type, out -> {
            for (int level = 1; level < levels; level++) {
                if (type == TType.LIST) {
                    out.writeListBegin(new TList(TType.LIST, 1));
                } else if (type == TType.MAP) {
                    out.writeMapBegin(new TMap(TType.STRING, TType.MAP, 1));
                    out.writeString("key");
                } else {
                    out.writeStructBegin(new TStruct());
                    out.writeFieldBegin(new TField("", TType.STRUCT, (short) level));
                }
            }
            if (type == TType.LIST) {
                out.writeListBegin(new TList(TType.STRING, 1));
                out.writeString("deep");
            } else if (type == TType.MAP) {
                out.writeMapBegin(new TMap(TType.I32, TType.STRING, 1));
                out.writeI32(1);
                out.writeString("deep");
            } else {
                out.writeFieldStop();
                for (int level = 1; level < levels; level++) {
                    out.writeFieldStop();
                }
            }
            out.writeFieldStop();
        });
    }

    /** The arguments are the first level. */
    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void theDeepestMessage(ThriftProtocol protocol) throws Exception {
        for (byte type : new byte[] {TType.LIST, TType.MAP, TType.STRUCT}) {
            byte[] deepest = nested(protocol, MessageScanner.MAX_DEPTH - 1, type);
            MessageScanner scanner = Scanners.of(protocol, MAX_BYTES);
            for (int again = 0; again < 3; again++) {
                assertEquals(scanner.scan(deepest, 0, deepest.length), deepest.length);
            }
            assertEquals(
                    rejection(scanner, nested(protocol, MessageScanner.MAX_DEPTH, type)),
                    "more than 256 structs and containers lie within each other");
            assertEquals(
                    rejection(Scanners.of(protocol, MAX_BYTES), nested(protocol, 100_000, type)),
                    "more than 256 structs and containers lie within each other");
        }
    }

    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void randomStructsEndWhereLibthriftEndsThem(ThriftProtocol protocol) throws Exception {
        for (int seed = 0; seed < 3000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] message = new Requests(protocol)
                    .call("any", random.nextInt(), new RandomStruct(random, 1 + random.nextInt(7), true));
            assertEquals(Scanners.endByLibthrift(protocol, message, 0), OptionalInt.of(message.length));
            MessageScanner scanner = Scanners.of(protocol, MAX_BYTES);
            int cut = random.nextInt(message.length);
            assertEquals(scanner.scan(message, 0, cut), MessageScanner.MORE, "seed " + seed);
            assertEquals(scanner.scan(message, cut, message.length), message.length, "seed " + seed);
        }
    }

    @DataProvider
    Object[][] malformed() {
        ThriftProtocol binary = ThriftProtocol.BINARY;
        ThriftProtocol compact = ThriftProtocol.COMPACT;
        byte[] noBytes = {};
        byte[] minusOne = {-1, -1, -1, -1};
        byte[] minusOneVarint = {-1, -1, -1, -1, 0x0f};
        byte[] sixBytes = {-1, -1, -1, -1, -1, 0};
        return new Object[][] {
            {binary, 11, minusOne, "a length is -1"},
            {binary, 15, join(new byte[] {8}, minusOne), "the size of a container is -1"},
            {binary, 14, join(new byte[] {11}, minusOne), "the size of a container is -1"},
            {binary, 13, join(new byte[] {8, 11}, minusOne), "the size of a container is -1"},
            {binary, 15, new byte[] {12, 0x7f, -1, -1, -1}, "more than 1048576 bytes"},
            {binary, 15, new byte[] {10, 0, 2, 0, 0}, "more than 1048576 bytes"},
            {binary, 13, new byte[] {10, 10, 0, 1, 0, 0}, "more than 1048576 bytes"},
            {binary, 11, new byte[] {0, 0x10, 0, 0}, "more than 1048576 bytes"},
            {binary, 1, noBytes, "no type 1"},
            {binary, 17, noBytes, "no type 17"},
            {binary, -1, noBytes, "no type 255"},
            {binary, 15, new byte[] {1, 0, 0, 0, 1}, "no type 1"},
            {binary, 13, new byte[] {0, 8, 0, 0, 0, 1}, "no type 0"},
            {compact, 8, minusOneVarint, "a length is -1"},
            {compact, 9, join(new byte[] {(byte) 0xf5}, minusOneVarint), "the size of a container is -1"},
            {compact, 11, join(minusOneVarint, new byte[] {0x55}), "the size of a container is -1"},
            {compact, 9, join(new byte[] {(byte) 0xfc, -1, -1, -1, 0x0f}), "more than 1048576 bytes"},
            {compact, 11, join(new byte[] {-1, -1, -1, 0x0f, 0x33}), "more than 1048576 bytes"},
            {compact, 8, new byte[] {-1, -1, 0x40}, "more than 1048576 bytes"},
            {compact, 8, sixBytes, "a varint has more than 5 bytes"},
            {compact, 5, join(minusOne, minusOne, minusOne), "a varint has more than 10 bytes"},
            {compact, 14, noBytes, "no type 14"},
            {compact, 9, new byte[] {0x10}, "no type 0"},
            {compact, 9, new byte[] {0x1f}, "no type 15"},
            {compact, 11, new byte[] {1, (byte) 0xe3}, "no type 14"},
        };
    }

    @Test(dataProvider = "malformed")
    void malformedFields(ThriftProtocol protocol, int type, byte[] value, String words) throws Exception {
        byte[] header = new Requests(protocol).header("ping", (byte) 1, 1);
        byte[] field =
                protocol == ThriftProtocol.BINARY ? new byte[] {(byte) type, 0, 1} : new byte[] {(byte) (0x10 | type)};
        byte[] message = join(header, field, value);
        String rejection = rejection(Scanners.of(protocol, MAX_BYTES), message);
        assertTrue(rejection.contains(words), rejection);
        MessageScanner bytewise = Scanners.of(protocol, MAX_BYTES);
        assertEquals(
                expectThrows(MalformedMessageException.class, () -> {
                            for (int at = 0; at < message.length; at++) {
                                assertEquals(bytewise.scan(message, at, at + 1), MessageScanner.MORE);
                            }
                        })
                        .getMessage(),
                rejection);
    }

    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void otherBytes(ThriftProtocol protocol) throws Exception {
        ThriftProtocol other = protocol == ThriftProtocol.BINARY ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY;
        List<byte[]> others = List.of(
                new Requests(other).echoString(1, "text"),
                ByteBuffer.allocate(8).putInt(20).array(),
                "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII),
                new byte[] {(byte) 0x82, 0x22, 0, 0, 0}, // compact, version 2
                new byte[] {(byte) 0x80, 2, 0, 1}); // binary, version 2
        for (byte[] bytes : others) {
            String rejection = rejection(Scanners.of(protocol, MAX_BYTES), bytes);
            assertTrue(rejection.contains("protocol begins with 0x"), rejection);
        }
    }

    /** An empty container may state any element type. */
    @Test
    void emptyContainersOfNothing() throws Exception {
        byte[] header = new Requests(ThriftProtocol.BINARY).header("ping", (byte) 1, 1);
        byte[] message = join(
                header, new byte[] {15, 0, 1, 0, 0, 0, 0, 0}, new byte[] {13, 0, 2, 1, 99, 0, 0, 0, 0}, new byte[] {
                    14, 0, 3, 77, 0, 0, 0, 0, 0
                });
        assertEquals(new BinaryScanner(MAX_BYTES).scan(message, 0, message.length), message.length);
    }

    @Test(dataProvider = "scannable", dataProviderClass = Scanners.class)
    void allocatesNothingPerMessage(ThriftProtocol protocol) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] stream = join(Scanners.messages(protocol).toArray(byte[][]::new));
        MessageScanner scanner = Scanners.of(protocol, MAX_BYTES);
        scanAll(scanner, stream);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int again = 0; again < 100; again++) {
            scanAll(scanner, stream);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 4096, allocated + " bytes");
    }

    private static void scanAll(MessageScanner scanner, byte[] stream) throws MalformedMessageException {
        int position = 0;
        while (position < stream.length) {
            position = scanner.scan(stream, position, stream.length);
        }
    }
}
