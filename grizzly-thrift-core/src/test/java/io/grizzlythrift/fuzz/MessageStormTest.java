package io.grizzlythrift.fuzz;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.EchoHandler;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.Test;

/**
 * Tests a random pipeline of oneway calls, unknown methods, bad arguments and messages that are no calls: a oneway call
 * never gets a reply, anything else exactly one, in order.
 */
@Test(timeOut = 600_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class MessageStormTest {
    private static final int BATCH = 200;

    /** In place of the type of a failure: a reply without one. */
    private static final OptionalInt NONE = OptionalInt.empty();

    private static final TSerializable TEXT = new Everything.echoString_args("a text");

    /** A message, and the type of failure that its reply must have, if any. */
    private static final class Message {
        final String method;
        final byte[] bytes;
        final boolean hasReply;
        final OptionalInt failure;

        private Message(String method, byte[] bytes, boolean hasReply, OptionalInt failure) {
            this.method = method;
            this.bytes = bytes;
            this.hasReply = hasReply;
            this.failure = failure;
        }

        static Message silent(byte[] bytes) {
            return new Message("", bytes, false, NONE);
        }

        static Message good(String method, byte[] bytes) {
            return new Message(method, bytes, true, NONE);
        }

        static Message failing(String method, byte[] bytes, int failure) {
            return new Message(method, bytes, true, OptionalInt.of(failure));
        }
    }

    /** All have the same sequence id. */
    private static List<Message> kinds(Requests requests, int id) throws TException {
        List<Message> kinds = new ArrayList<>();
        byte[] note = requests.oneway("note", id, new Everything.note_args("a note that is cut"));
        kinds.add(Message.silent(note));
        kinds.add(Message.silent(Arrays.copyOf(note, note.length - 5)));
        kinds.add(Message.silent(requests.oneway("nothing", id, TEXT)));
        kinds.add(Message.silent(requests.oneway("echoString", id, TEXT)));
        kinds.add(Message.failing("nothing", requests.call("nothing", id, TEXT), TApplicationException.UNKNOWN_METHOD));
        byte[] call = requests.echoString(id, "a text");
        kinds.add(Message.good("echoString", call));
        kinds.add(Message.failing(
                "echoString", Arrays.copyOf(call, call.length - 5), TApplicationException.PROTOCOL_ERROR));
        for (byte type : new byte[] {0, TMessageType.REPLY, TMessageType.EXCEPTION, 5, 6, 7}) {
            for (String method : List.of("ping", "note", "nothing")) {
                kinds.add(Message.failing(
                        method,
                        requests.message(method, type, id, new Base.ping_args()),
                        TApplicationException.INVALID_MESSAGE_TYPE));
            }
        }
        return kinds;
    }

    public void eachGetsItsReply(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        Random random = new Random(20_261_121);
        int batches = TestSize.inSoak(20, 1000);
        try (ThriftServer server = strategy.builder(EchoHandler.processor())
                        .protocol(protocol)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int batch = 0; batch < batches; batch++) {
                List<Message> kinds = kinds(requests, batch);
                List<Message> sent = new ArrayList<>();
                for (int i = 0; i < BATCH; i++) {
                    sent.add(kinds.get(random.nextInt(kinds.size())));
                }
                client.sendFrames(sent.stream().map(message -> message.bytes).toArray(byte[][]::new));
                for (Message message : sent) {
                    if (message.hasReply) {
                        checkReply(client.readReply(protocol), message, batch);
                    }
                }
            }
            byte[] last = requests.echoString(-1, "last");
            client.sendFrames(last);
            client.readReply(protocol).assertEchoString(-1, "last");
            assertEquals(server.counters().calls(), (long) batches * BATCH + 1);
            assertEquals(server.counters().handlerErrors(), 0);
        }
    }

    private static void checkReply(Reply reply, Message message, int id) throws Exception {
        if (message.failure.isPresent()) {
            reply.assertFailure(message.method, id, message.failure.getAsInt());
        } else {
            reply.assertEchoString(id, "a text");
        }
    }

    /** Sends only oneway calls and one call behind them: the first reply belongs to that call. */
    public void onewayCallsGetNoReply(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[][] storm = new byte[BATCH][];
        Arrays.fill(storm, requests.oneway("note", 1, new Everything.note_args("a note")));
        int batches = TestSize.inSoak(50, 5000);
        try (ThriftServer server = strategy.builder(EchoHandler.processor())
                        .protocol(protocol)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int batch = 0; batch < batches; batch++) {
                client.sendFrames(storm);
            }
            client.sendFrames(requests.echoString(2, "behind"));
            client.readReply(protocol).assertEchoString(2, "behind");
            Await.that("oneway calls are missing", () -> server.counters().calls() == (long) batches * BATCH + 1);
        }
    }
}
