package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.sun.management.ThreadMXBean;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.gen.Everything;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.Test;

/**
 * A whole frame whose arguments do not decode is answered with PROTOCOL_ERROR, costs no more memory than it is long,
 * and leaves connection and thread as they were: the call behind it is served.
 */
@Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class BadArgumentsTest {
    private static final int MANY = 100_000_000;
    private static final long MEGABYTE = 1 << 20;

    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .protocol(protocol)
                .build()
                .start();
    }

    /** Sends a bad call with a good one right behind it. */
    private static void assertProtocolError(
            RawClient client, ThriftProtocol protocol, String method, int sequenceId, byte[] bad) throws Exception {
        client.sendFrames(bad, new Requests(protocol).echoString(-sequenceId, "fine"));
        client.readReply(protocol).assertFailure(method, sequenceId, TApplicationException.PROTOCOL_ERROR);
        client.readReply(protocol).assertEchoString(-sequenceId, "fine");
    }

    /** Where the arguments begin. A JSON header is only known to end when a comma follows. */
    private static int headerLength(ThriftProtocol protocol, String method, int sequenceId) throws Exception {
        int length = new Requests(protocol).header(method, TMessageType.CALL, sequenceId).length;
        return protocol == ThriftProtocol.JSON ? length + 1 : length;
    }

    public void argumentsThatEndTooSoon(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] whole =
                new Requests(protocol).call("echoMixed", 77, new Everything.echoMixed_args(TestValues.fullMixed()));
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int cut = headerLength(protocol, "echoMixed", 77); cut < whole.length; cut++) {
                assertProtocolError(client, protocol, "echoMixed", 77, Arrays.copyOf(whole, cut));
            }
        }
    }

    /**
     * Each byte of the arguments in turn is replaced: whatever they mean then, there is one reply, and the next call is
     * served.
     */
    public void argumentsWithAWrongByte(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] whole =
                requests.call("echoContainers", 78, new Everything.echoContainers_args(TestValues.fullContainers()));
        int begin = headerLength(protocol, "echoContainers", 78);
        Random random = new Random(20_260_102);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int at = begin; at < whole.length; at += 1 + random.nextInt(4)) {
                for (int value : new int[] {0, 0xff, whole[at] ^ 1 << random.nextInt(8)}) {
                    byte[] wrong = whole.clone();
                    wrong[at] = (byte) value;
                    client.sendFrames(wrong, requests.echoString(79, "fine"));
                    String place = "byte " + at + " set to " + value;
                    assertEquals(client.readReply(protocol).sequenceId(), 78, place);
                    client.readReply(protocol).assertEchoString(79, "fine");
                }
            }
        }
    }

    public void argumentsWithoutWhatIsRequired(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] bad = new Requests(protocol).callWithField("echoMixed", 5, TType.STRUCT, out -> {
            out.writeStructBegin(null);
            out.writeFieldStop();
            out.writeStructEnd();
            out.writeFieldEnd();
            out.writeFieldStop();
            out.writeStructEnd();
            out.writeMessageEnd();
        });
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int i = 0; i < 20; i++) {
                assertProtocolError(client, protocol, "echoMixed", 5, bad);
            }
        }
    }

    /** Frames of some 30 bytes that announce a hundred million elements. */
    public void sizesLargerThanTheFrame(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            List<Object[]> frames = greedyFrames(new Requests(protocol));
            for (Object[] frame : frames) { // warms up every thread
                assertProtocolError(client, protocol, (String) frame[0], 1, (byte[]) frame[1]);
            }
            long before = allocatedBytes();
            for (int i = 0; i < 10; i++) {
                for (Object[] frame : frames) {
                    assertProtocolError(client, protocol, (String) frame[0], 1, (byte[]) frame[1]);
                }
            }
            long allocated = allocatedBytes() - before;
            assertTrue(allocated < 100 * MEGABYTE, allocated + " bytes for 30-byte frames");
        }
    }

    private static List<Object[]> greedyFrames(Requests requests) throws Exception {
        List<Object[]> frames = new ArrayList<>();
        for (byte element : new byte[] {TType.STRING, TType.I64, TType.BOOL, TType.STRUCT, TType.LIST}) {
            frames.add(new Object[] {
                "echoList",
                requests.callWithField("echoList", 1, TType.LIST, out -> out.writeListBegin(new TList(element, MANY)))
            });
        }
        frames.add(new Object[] {
            "echoSet",
            requests.callWithField("echoSet", 1, TType.SET, out -> out.writeSetBegin(new TSet(TType.I64, MANY)))
        });
        frames.add(new Object[] {
            "echoByEnum",
            requests.callWithField(
                    "echoByEnum", 1, TType.MAP, out -> out.writeMapBegin(new TMap(TType.I32, TType.I32, MANY)))
        });
        frames.add(new Object[] {
            "echoStructs",
            requests.callWithField(
                    "echoStructs", 1, TType.LIST, out -> out.writeListBegin(new TList(TType.STRUCT, MANY)))
        });
        frames.add(new Object[] {
            "echoDeep",
            requests.callWithField("echoDeep", 1, TType.MAP, out -> {
                out.writeMapBegin(new TMap(TType.STRING, TType.LIST, 1));
                out.writeString("key");
                out.writeListBegin(new TList(TType.SET, MANY));
            })
        });
        // A field that no method knows is skipped, not stored; skipping must end with the frame too.
        frames.add(new Object[] {
            "echoString",
            requests.callWithField(
                    "echoString", 1, TType.LIST, out -> out.writeListBegin(new TList(TType.STRUCT, MANY)))
        });
        return frames;
    }

    /** Everything that all threads together have allocated so far. */
    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .sum();
    }

    /**
     * libthrift 0.25 writes containers of uuids, but its protocols cannot read them. Ours can, but for JSON; there the
     * call alone fails.
     */
    public void containersOfUuids(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] call = requests.call("echoUuids", 1, new Everything.echoUuids_args(TestValues.UUIDS));
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int i = 0; i < 10; i++) {
                client.sendFrames(call, requests.echoString(2, "fine"));
                Reply reply = client.readReply(protocol);
                assertEquals(reply.sequenceId(), 1);
                assertEquals(reply.isException(), protocol == ThriftProtocol.JSON);
                client.readReply(protocol).assertEchoString(2, "fine");
            }
        }
    }

    /** Structs in structs, deep enough to use up a stack. */
    public void argumentsNestedWithoutEnd(Strategies strategy, ThriftProtocol protocol) throws Exception {
        int depth = 200_000;
        byte[] bad = new Requests(protocol).callWithField("echoTree", 6, TType.STRUCT, out -> {
            for (int i = 0; i < depth; i++) {
                out.writeStructBegin(null);
                out.writeFieldBegin(new org.apache.thrift.protocol.TField("left", TType.STRUCT, (short) 2));
            }
        });
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int i = 0; i < 5; i++) {
                assertProtocolError(client, protocol, "echoTree", 6, bad);
            }
        }
    }
}
