package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.Arrays;
import java.util.Random;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.Test;

/**
 * Tests that a frame whose arguments cannot be decoded gets a PROTOCOL_ERROR, allocates no more than its length, and
 * leaves connection and thread intact: the next call succeeds.
 */
@Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class BadArgumentsTest {
    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .protocol(protocol)
                .build()
                .start();
    }

    /** Sends a bad call, followed by a good one. */
    private static void assertProtocolError(
            RawClient client, ThriftProtocol protocol, String method, int sequenceId, byte[] bad) throws Exception {
        client.sendFrames(bad, new Requests(protocol).echoString(-sequenceId, "fine"));
        client.readReply(protocol).assertFailure(method, sequenceId, TApplicationException.PROTOCOL_ERROR);
        client.readReply(protocol).assertEchoString(-sequenceId, "fine");
    }

    /** Returns where the arguments begin. A JSON header only ends when a comma follows. */
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
     * Replaces each byte of the arguments in turn: whatever the result means, there is one reply, and the next call
     * succeeds.
     */
    public void argumentsWithAWrongByte(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] whole =
                requests.call("echoContainers", 78, new Everything.echoContainers_args(TestValues.fullContainers()));
        int begin = headerLength(protocol, "echoContainers", 78);
        Random random = new Random(20_260_102);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int at = begin; at < whole.length; at += 1 + random.nextInt(TestSize.of(16, 4))) {
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

    /**
     * libthrift 0.25 writes containers of uuids, but its protocols cannot read them. Those of this library can, except
     * JSON, where only the call fails.
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

    /** Nests structs deeply enough to overflow a stack. */
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
