package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.Test;

/** Tests lengths of strings and containers that no encoder writes: negative, endless, or of elements without a type. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class BadLengthsTest {
    /** The number of rounds until all code that allocates is loaded and compiled. */
    private static final int WARM_UP = 20;

    private static final byte[] MINUS_ONE = {-1, -1, -1, -1};
    private static final byte[] HUNDRED_MILLION = {5, (byte) 0xf5, (byte) 0xe1, 0};

    /** Creates a field header of the binary protocol, for field 1. */
    private static byte[] binaryField(byte type) {
        return new byte[] {type, 0, 1};
    }

    /** Creates a field header of the compact protocol, for field 1; {@code type} is a type number of that protocol. */
    private static byte[] compactField(int type) {
        return new byte[] {(byte) (1 << 4 | type)};
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private static void assertAllRejected(Strategies strategy, ThriftProtocol protocol, String method, byte[]... bodies)
            throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                        .protocol(protocol)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            byte[] header = requests.header(method, TMessageType.CALL, 9);
            for (byte[] body : bodies) {
                client.sendFrames(join(header, body), requests.echoString(10, "fine"));
                client.readReply(protocol).assertFailure(method, 9, TApplicationException.PROTOCOL_ERROR);
                client.readReply(protocol).assertEchoString(10, "fine");
            }
        }
    }

    public void binaryStrings(Strategies strategy) throws Exception {
        byte[] field = binaryField(TType.STRING);
        assertAllRejected(
                strategy,
                ThriftProtocol.BINARY,
                "echoString",
                join(field, MINUS_ONE),
                join(field, HUNDRED_MILLION),
                join(field, new byte[] {0, 0, 0, 2, 'x'}),
                join(field, new byte[] {0, 0, 0}));
    }

    public void binaryLists(Strategies strategy) throws Exception {
        byte[] field = binaryField(TType.LIST);
        assertAllRejected(
                strategy,
                ThriftProtocol.BINARY,
                "echoList",
                join(field, new byte[] {TType.STRING}, MINUS_ONE),
                join(field, new byte[] {TType.STRING}, HUNDRED_MILLION),
                join(field, new byte[] {99}, HUNDRED_MILLION),
                join(field, new byte[] {0}, HUNDRED_MILLION),
                join(field, new byte[] {1}, HUNDRED_MILLION));
    }

    public void compactStrings(Strategies strategy) throws Exception {
        byte[] field = compactField(8);
        byte[] minusOne = {-1, -1, -1, -1, 0x0f};
        byte[] endless = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
        byte[] hundredMillion = {(byte) 0x80, (byte) 0xc2, (byte) 0xd7, 0x2f};
        assertAllRejected(
                strategy,
                ThriftProtocol.COMPACT,
                "echoString",
                join(field, minusOne),
                join(field, endless),
                join(field, hundredMillion),
                join(field, new byte[] {2, 'x'}),
                join(field, new byte[] {(byte) 0x80}));
    }

    public void compactLists(Strategies strategy) throws Exception {
        byte[] field = compactField(9);
        byte[] hundredMillion = {(byte) 0x80, (byte) 0xc2, (byte) 0xd7, 0x2f};
        byte[] minusOne = {-1, -1, -1, -1, 0x0f};
        assertAllRejected(
                strategy,
                ThriftProtocol.COMPACT,
                "echoList",
                join(field, new byte[] {(byte) 0xf8}, hundredMillion),
                join(field, new byte[] {(byte) 0xf8}, minusOne),
                join(field, new byte[] {(byte) 0xff}, hundredMillion),
                join(field, new byte[] {(byte) 0xf0}, hundredMillion));
    }

    /**
     * The compact protocol keeps a stack of field ids, which these calls leave unbalanced: a field without a type,
     * deeply nested. The stack must not grow with the number of such calls.
     */
    @Test(dataProvider = "defaultStrategy")
    public void badCallsLeaveNothingBehind(Strategies strategy) throws Exception {
        int depth = 60; // libthrift gives up at 64
        byte[] body = new byte[1 + depth + 1];
        Arrays.fill(body, compactField(12)[0]);
        Arrays.fill(body, 1, 1 + depth, (byte) (2 << 4 | 12)); // field 2, a struct
        body[1 + depth] = compactField(15)[0];
        Requests requests = new Requests(ThriftProtocol.COMPACT);
        byte[] call = join(requests.header("echoTree", TMessageType.CALL, 9), body);
        int rounds = TestSize.of(75, 300);
        byte[][] calls = new byte[200][];
        Arrays.fill(calls, call);
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                        .protocol(ThriftProtocol.COMPACT)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            long before = 0;
            for (int round = 0; round < WARM_UP + rounds; round++) {
                if (round == WARM_UP) {
                    before = usedBytes();
                }
                client.sendFrames(calls);
                for (int i = 0; i < calls.length; i++) {
                    client.readReply(ThriftProtocol.COMPACT)
                            .assertFailure("echoTree", 9, TApplicationException.PROTOCOL_ERROR);
                }
            }
            long grown = usedBytes() - before;
            int most = 13_000 * rounds; // half of what the field ids alone would take
            assertTrue(grown < most, grown + " bytes are kept after " + rounds * calls.length + " bad calls");
        }
    }

    /** Returns the reachable memory; objects with a cleaner are only released by the second collection. */
    private static long usedBytes() {
        long used = Long.MAX_VALUE;
        long before;
        do {
            before = used;
            System.gc();
            used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        } while (used < before - before / 100);
        return used;
    }

    /** JSON also states the number of elements, which may be wrong. */
    public void jsonLists(Strategies strategy) throws Exception {
        Requests requests = new Requests(ThriftProtocol.JSON);
        byte[] header = requests.header("echoList", TMessageType.CALL, 9);
        byte[] whole = requests.callWithField(
                "echoList", 9, TType.LIST, out -> out.writeListBegin(new TList(TType.STRING, 100_000_000)));
        byte[] body = Arrays.copyOfRange(whole, header.length, whole.length);
        assertAllRejected(
                strategy,
                ThriftProtocol.JSON,
                "echoList",
                body,
                join(body, ascii(",\"one\"]}}]")),
                ascii(new String(body, StandardCharsets.US_ASCII).replace("100000000", "-1")));
    }

    /** The bytes after the error look like the end of the message, but the reader must still report the error. */
    public void jsonBracketsThatDoNotMatch(Strategies strategy) throws Exception {
        byte[][] bodies = {ascii(",{\"1\":{\"rec\":{]]"), ascii(",{\"1\":{\"rec\":{\"1\":{]]")};
        assertAllRejected(strategy, ThriftProtocol.JSON, "echoMixed", bodies);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
