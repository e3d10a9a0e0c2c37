package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.fuzz.BinaryMessageFuzz;
import io.grizzlythrift.fuzz.CompactMessageFuzz;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.Test;

/**
 * Tests requests and replies in frames with headers. The servers use the binary protocol for frames without headers.
 */
@Test(timeOut = 60_000, dataProvider = "strategiesAndBinaryProtocols", dataProviderClass = Strategies.class)
public final class HeaderClientTest {
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private static ThriftServerBuilder serve(Strategies strategy) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build());
    }

    private static HeaderFrame echo(ThriftProtocol protocol, int sequenceId, String text) throws Exception {
        return HeaderFrame.of(protocol, sequenceId, new Requests(protocol).echoString(sequenceId, text));
    }

    private static void assertEcho(RawClient client, int sequenceId, String text) throws Exception {
        HeaderFrame.read(client.readFrame()).reply().assertEchoString(sequenceId, text);
    }

    /** A reply repeats the sequence id and the protocol of the header, and the sequence id of the message. */
    public void aReplyRepeatsTheHeader(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(protocol, 7, "text")
                    .sequenceId(0x80ff01fe)
                    .flags(0xfffe)
                    .bytes());
            HeaderFrame reply = HeaderFrame.read(client.readFrame());
            assertEquals(reply.sequenceId(), 0x80ff01fe);
            assertEquals(reply.flags(), 0);
            assertEquals(reply.protocolId(), protocol == ThriftProtocol.COMPACT ? 2 : 0);
            assertEquals(reply.transforms(), List.of());
            assertEquals(reply.headers(), Map.of());
            reply.reply().assertEchoString(7, "text");
        }
    }

    /** After the header, the reply of each method is the same as that of a framed server with that protocol. */
    public void repliesAreTheSameAsFramedOnes(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] mark = new Requests(protocol).echoString(77, "the end of the reply");
        List<byte[]> messages =
                protocol == ThriftProtocol.BINARY ? BinaryMessageFuzz.seeds() : CompactMessageFuzz.seeds();
        try (ThriftServer server = serve(strategy).build().start();
                ThriftServer other = serve(strategy).protocol(protocol).build().start();
                RawClient header = new RawClient(server);
                RawClient framed = new RawClient(other)) {
            for (byte[] message : messages) {
                framed.sendFrames(message, mark);
                header.sendFrames(
                        HeaderFrame.of(protocol, 1, message).bytes(),
                        HeaderFrame.of(protocol, 2, mark).bytes());
                byte[] reply = framed.readFrame();
                while (new Reply(protocol, reply).sequenceId() != 77) {
                    assertEquals(HeaderFrame.read(header.readFrame()).payload(), reply);
                    reply = framed.readFrame();
                }
                assertEquals(HeaderFrame.read(header.readFrame()).payload(), reply);
            }
            assertEquals(server.counters().calls(), other.counters().calls());
            assertEquals(server.counters().protocolErrors(), other.counters().protocolErrors());
        }
    }

    public void besideOtherClients(Strategies strategy, ThriftProtocol protocol) throws Exception {
        for (ThriftProtocol ofServer : ThriftProtocol.values()) {
            Requests framedRequests = new Requests(ofServer);
            try (ThriftServer server =
                            serve(strategy).protocol(ofServer).build().start();
                    RawClient header = new RawClient(server);
                    RawClient unframed = new RawClient(server);
                    RawClient framed = new RawClient(server)) {
                byte[] unframedReply = null;
                for (int call = 1; call < 20; call++) {
                    header.sendFrames(echo(protocol, call, "header").bytes());
                    framed.sendFrames(framedRequests.echoString(call, "framed"));
                    unframed.send(new Requests(protocol).echoString(1, "unframed"));
                    assertEcho(header, call, "header");
                    framed.readReply(ofServer).assertEchoString(call, "framed");
                    byte[] reply = unframed.readBytes(new Requests(protocol).echoString(1, "unframed").length
                            + (protocol == ThriftProtocol.COMPACT ? 1 : 0));
                    assertTrue(unframedReply == null || Arrays.equals(unframedReply, reply));
                    unframedReply = reply;
                }
            }
        }
    }

    /** Each call names its protocol, so calls of one connection and of one read can differ. */
    public void pipelinedInBothProtocols(Strategies strategy, ThriftProtocol protocol) throws Exception {
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        for (int call = 1; call <= 2000; call++) {
            ThriftProtocol ofCall = call % 3 == 0 ? protocol : ThriftProtocol.COMPACT;
            byte[] note = new Requests(protocol).oneway("note", call, new Everything.note_args("note " + call));
            calls.writeBytes(RawClient.framed(
                    echo(ofCall, call, "call " + call)
                            .header("number", "" + call)
                            .bytes(),
                    HeaderFrame.of(protocol, call, note).bytes()));
        }
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.send(calls.toByteArray());
            for (int call = 1; call <= 2000; call++) {
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), call);
                reply.reply().assertEchoString(call, "call " + call);
            }
        }
    }

    public void onewayCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        byte[] note = new Requests(protocol).oneway("note", 1, new Everything.note_args("heard"));
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeaderFrame.of(protocol, 1, note).bytes());
            assertEquals(handler.noted("heard").get(30, TimeUnit.SECONDS), "heard");
            client.sendFrames(echo(protocol, 2, "next").bytes());
            assertEcho(client, 2, "next");
        }
    }

    public void cutAnywhere(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] call = RawClient.framed(echo(protocol, 1, "text")
                .header("name", "value")
                .behindInfos((byte) 0, (byte) 0)
                .bytes());
        try (ThriftServer server = serve(strategy).build().start()) {
            for (int cut = 1; cut < call.length; cut++) {
                try (RawClient client = new RawClient(server)) {
                    client.send(Arrays.copyOf(call, cut)).send(Arrays.copyOfRange(call, cut, call.length));
                    assertEcho(client, 1, "text");
                }
            }
            Await.that("memory is not released", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
        }
    }

    public void bytesOneAtATime(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                for (byte piece : RawClient.framed(echo(protocol, call, "slow").bytes())) {
                    client.send(new byte[] {piece});
                }
                assertEcho(client, call, "slow");
            }
        }
    }

    public void largeMessages(Strategies strategy, ThriftProtocol protocol) throws Exception {
        String text = "x".repeat(900_000);
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(protocol, 1, text).header("name", "value").bytes());
            assertEcho(client, 1, text);
        }
    }

    /** An unknown info ends the headers, because its length is unknown. */
    public void unknownInfos(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(protocol, 1, "text")
                    .behindInfos((byte) 9, (byte) -1, (byte) -1)
                    .bytes());
            assertEcho(client, 1, "text");
        }
    }

    public void errorsKeepTheHeader(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    HeaderFrame.of(protocol, 11, requests.call("missing", 1, new Base.ping_args()))
                            .bytes(),
                    HeaderFrame.of(protocol, 12, requests.cutShort(2)).bytes(),
                    HeaderFrame.of(protocol, 13, requests.header("ping", (byte) 2, 3))
                            .bytes(),
                    HeaderFrame.of(protocol, 14, requests.call("fail", 4, new Everything.fail_args("RUNTIME")))
                            .bytes(),
                    echo(protocol, 5, "next").bytes());
            String[] methods = {"missing", "echoString", "ping", "fail"};
            int[] types = {
                TApplicationException.UNKNOWN_METHOD,
                TApplicationException.PROTOCOL_ERROR,
                TApplicationException.INVALID_MESSAGE_TYPE,
                TApplicationException.INTERNAL_ERROR
            };
            for (int i = 0; i < methods.length; i++) {
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), 11 + i);
                reply.reply().assertFailure(methods[i], 1 + i, types[i]);
            }
            assertEcho(client, 5, "next");
        }
    }

    /** The reply has the sequence id of the header, in the protocol of the header if that is known. */
    public void messagesThatCannotBeRead(Strategies strategy, ThriftProtocol protocol) throws Exception {
        ThriftProtocol other = protocol == ThriftProtocol.BINARY ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY;
        byte[] call = new Requests(other).echoString(1, "text");
        try (ThriftServer server = serve(strategy).build().start();
                LogCapture log = LogCapture.ofWarnings();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    HeaderFrame.of(protocol, 21, call).bytes(),
                    HeaderFrame.of(protocol, 22, call).protocolId(99).bytes(),
                    HeaderFrame.of(protocol, 23, new byte[] {1, 2, 3}).bytes(),
                    echo(protocol, 2, "next").bytes());
            for (int id = 21; id <= 23; id++) {
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), id);
                assertEquals(reply.protocolId(), id != 22 && protocol == ThriftProtocol.COMPACT ? 2 : 0);
                String message = reply.reply()
                        .assertFailure("", id, TApplicationException.INVALID_PROTOCOL)
                        .getMessage();
                assertEquals(message.equals("protocol 99 is not known"), id == 22, message);
            }
            assertEcho(client, 2, "next");
            assertEquals(server.counters().protocolErrors(), 3);
            assertEquals(server.rejectedFrames(), 0);
            assertTrue(log.awaitCount("rejected a call of ") > 0, log.text());
        }
    }

    public void malformedHeaders(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] good = echo(protocol, 1, "good").header("name", "value").bytes();
        byte[] tooLong = good.clone();
        ByteBuffer.wrap(tooLong).putShort(8, (short) 0xffff);
        byte[] allHeader =
                HeaderFrame.of(protocol, 1, new byte[0]).header("name", "value").bytes();
        byte[] longString = echo(protocol, 1, "")
                .behindInfos((byte) 1, (byte) 1, (byte) 100)
                .bytes();
        byte[] manyPairs = echo(protocol, 1, "")
                .behindInfos((byte) 1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) 15)
                .bytes();
        List<byte[]> bad = List.of(
                RawClient.framed(tooLong),
                RawClient.framed(allHeader),
                RawClient.framed(longString),
                RawClient.framed(manyPairs),
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                ByteBuffer.allocate(4).putInt(MAX_FRAME_BYTES + 1).array());
        try (ThriftServer server = serve(strategy).build().start();
                LogCapture log = LogCapture.ofWarnings();
                RawClient bystander = new RawClient(server)) {
            for (byte[] bytes : bad) {
                try (RawClient client = new RawClient(server)) {
                    client.sendFrames(good);
                    assertEcho(client, 1, "good");
                    client.send(bytes).assertClosedByServer();
                }
                bystander.sendFrames(good);
                assertEcho(bystander, 1, "good");
            }
            assertEquals(server.rejectedFrames(), bad.size());
            assertTrue(log.awaitCount("a frame is invalid: ") > 0, log.text());
            log.assertShortLines(bad.size());
        }
    }

    public void theFirstFrameMayBeMalformed(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] call = echo(protocol, 1, "text").bytes();
        ByteBuffer.wrap(call).putShort(8, (short) 0xffff);
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(call).assertClosedByServer();
            assertEquals(server.rejectedFrames(), 1);
        }
    }
}
