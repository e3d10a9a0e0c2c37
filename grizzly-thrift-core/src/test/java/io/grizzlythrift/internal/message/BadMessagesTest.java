package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.Test;

/** Tests messages with an unknown method, an unsupported type, or a type that contradicts the method. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class BadMessagesTest {
    private static final TSerializable NO_ARGUMENTS = new Base.ping_args();
    private static final TSerializable ARGUMENTS = new Everything.echoMixed_args(TestValues.fullMixed());

    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol, EverythingHandler handler) {
        return strategy.builder(new Everything.Processor<>(handler))
                .protocol(protocol)
                .build()
                .start();
    }

    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol) {
        return start(strategy, protocol, new EverythingHandler());
    }

    public void unknownMethods(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (String method : List.of("nothing", "", "ECHOSTRING", "no:service", "ünknown 😀", "x".repeat(5000))) {
                client.sendFrames(
                        requests.call(method, 1, ARGUMENTS),
                        requests.call(method, 2, NO_ARGUMENTS),
                        requests.echoString(3, "fine"));
                TApplicationException failure =
                        client.readReply(protocol).assertFailure(method, 1, TApplicationException.UNKNOWN_METHOD);
                assertTrue(failure.getMessage().contains(method), failure.getMessage());
                client.readReply(protocol).assertFailure(method, 2, TApplicationException.UNKNOWN_METHOD);
                client.readReply(protocol).assertEchoString(3, "fine");
            }
        }
    }

    /** These get no reply: the first reply belongs to the call after them. */
    public void onewayToUnknownMethods(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int i = 0; i < 20; i++) {
                client.sendFrames(
                        requests.oneway("nothing", 1, ARGUMENTS),
                        requests.oneway("nothing", 2, NO_ARGUMENTS),
                        requests.echoString(3, "fine"));
                client.readReply(protocol).assertEchoString(3, "fine");
            }
        }
    }

    /** A oneway call with bad arguments gets no reply either. */
    public void onewayWithBadArguments(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] note = requests.oneway("note", 1, new Everything.note_args("a text that will be cut"));
        byte[] cut = Arrays.copyOf(note, note.length - 10);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int i = 0; i < 20; i++) {
                client.sendFrames(cut, requests.echoString(2, "fine"));
                client.readReply(protocol).assertEchoString(2, "fine");
            }
        }
    }

    /** A method with a result that is called as oneway runs, and its result is dropped. */
    public void onewayToAMethodWithAResult(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        EverythingHandler handler = new EverythingHandler();
        handler.held("oneway").reply.complete("nobody hears this");
        try (ThriftServer server = start(strategy, protocol, handler);
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.oneway("hold", 1, new Everything.hold_args("oneway")), requests.echoString(2, "fine"));
            client.readReply(protocol).assertEchoString(2, "fine");
            handler.held("oneway").entered.get(20, TimeUnit.SECONDS);
        }
    }

    public void messageTypesThatAreNotCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            // The compact protocol has three bits for the type.
            for (byte type : new byte[] {TMessageType.REPLY, TMessageType.EXCEPTION, 0, 5, 6, 7}) {
                for (String method : List.of("echoString", "nothing")) {
                    client.sendFrames(
                            requests.message(method, type, 1, new Everything.echoString_args("never echoed")),
                            requests.message(method, type, 2, ARGUMENTS),
                            requests.echoString(3, "fine"));
                    client.readReply(protocol).assertFailure(method, 1, TApplicationException.INVALID_MESSAGE_TYPE);
                    client.readReply(protocol).assertFailure(method, 2, TApplicationException.INVALID_MESSAGE_TYPE);
                    client.readReply(protocol).assertEchoString(3, "fine");
                }
            }
        }
    }

    /** The reply has the sequence id of the call, whatever it is, even for failures. */
    public void sequenceIdsAtTheirEdges(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server)) {
            for (int id : new int[] {0, 1, -1, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE, 1}) {
                client.sendFrames(
                        requests.echoString(id, "fine"),
                        requests.call("nothing", id, NO_ARGUMENTS),
                        requests.message("echoString", TMessageType.REPLY, id, NO_ARGUMENTS));
                client.readReply(protocol).assertEchoString(id, "fine");
                client.readReply(protocol).assertFailure("nothing", id, TApplicationException.UNKNOWN_METHOD);
                client.readReply(protocol).assertFailure("echoString", id, TApplicationException.INVALID_MESSAGE_TYPE);
            }
        }
    }

    /**
     * Sends all kinds of bad calls among good calls in one write: each gets its own reply, in the order of the calls.
     */
    public void badAndGoodCallsInOneRead(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] whole = requests.call("echoMixed", 3, ARGUMENTS);
        byte[] cut = Arrays.copyOf(whole, whole.length - 3);
        try (ThriftServer server = start(strategy, protocol);
                RawClient client = new RawClient(server);
                LogCapture log = LogCapture.start()) {
            for (int round = 0; round < TestSize.of(10, 50); round++) {
                client.sendFrames(
                        requests.echoString(1, "first"),
                        requests.call("nothing", 2, ARGUMENTS),
                        cut,
                        requests.oneway("nothing", 4, ARGUMENTS),
                        requests.message("ping", TMessageType.EXCEPTION, 5, NO_ARGUMENTS),
                        requests.echoString(6, "sixth"),
                        requests.call("fail", 7, new Everything.fail_args(Failure.RUNTIME.name())),
                        requests.oneway("failQuietly", 8, new Everything.failQuietly_args(Failure.STACK.name())),
                        requests.call("brokenStruct", 9, new Everything.brokenStruct_args("unset")),
                        requests.echoString(10, "last"));
                client.readReply(protocol).assertEchoString(1, "first");
                client.readReply(protocol).assertFailure("nothing", 2, TApplicationException.UNKNOWN_METHOD);
                client.readReply(protocol).assertFailure("echoMixed", 3, TApplicationException.PROTOCOL_ERROR);
                client.readReply(protocol).assertFailure("ping", 5, TApplicationException.INVALID_MESSAGE_TYPE);
                client.readReply(protocol).assertEchoString(6, "sixth");
                client.readReply(protocol).assertFailure("fail", 7, TApplicationException.INTERNAL_ERROR);
                client.readReply(protocol).assertFailure("brokenStruct", 9, TApplicationException.INTERNAL_ERROR);
                client.readReply(protocol).assertEchoString(10, "last");
            }
            assertEquals(log.count("closed"), 0);
        }
    }
}
