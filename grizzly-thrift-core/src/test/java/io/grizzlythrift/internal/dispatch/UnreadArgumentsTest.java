package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.Test;

/**
 * Tests that calls whose arguments cannot be read are counted once, whether generated code replies to them or throws.
 */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class UnreadArgumentsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Requests REQUESTS = new Requests(PROTOCOL);

    private final Queue<ServerCallOutcome.Kind> outcomes = new ConcurrentLinkedQueue<>();

    private ThriftServer start(Strategies strategy, TProcessor processor) {
        outcomes.clear();
        return strategy.builder(processor)
                .protocol(PROTOCOL)
                .interceptor(call -> outcome -> outcomes.add(outcome.kind()))
                .build()
                .start();
    }

    /** Returns a message whose only argument has a negative length, which causes a TProtocolException. */
    private static byte[] negativeLength(String method, byte type, int sequenceId) throws Exception {
        byte[] message = REQUESTS.callWithField(method, sequenceId, TType.STRING, out -> out.writeI32(-5));
        message[3] = type;
        return message;
    }

    private static void failedArguments(RawClient client, String method, int sequenceId) throws Exception {
        client.readReply(PROTOCOL).assertFailure(method, sequenceId, TApplicationException.PROTOCOL_ERROR);
    }

    private static void fine(RawClient client, int sequenceId) throws Exception {
        client.sendFrames(REQUESTS.echoString(sequenceId, "fine"));
        client.readReply(PROTOCOL).assertEchoString(sequenceId, "fine");
    }

    /** @param oneway how often one oneway call is counted */
    private void countsEachOnce(Strategies strategy, TProcessor processor, int oneway) throws Exception {
        try (ThriftServer server = start(strategy, processor);
                RawClient client = new RawClient(server)) {
            client.sendFrames(negativeLength("echoString", TMessageType.CALL, 1));
            failedArguments(client, "echoString", 1);
            fine(client, 2);
            assertEquals(server.counters().protocolErrors(), 1);

            client.sendFrames(REQUESTS.cutShort(3)); // a TTransportException
            failedArguments(client, "echoString", 3);
            fine(client, 4);
            assertEquals(server.counters().protocolErrors(), 2);

            client.sendFrames(negativeLength("note", TMessageType.ONEWAY, 5)); // has no reply
            fine(client, 6); // may be replied to while the oneway call still runs
            Await.that(
                    "the oneway call is counted",
                    () -> server.counters().protocolErrors() == 2 + oneway && badArguments() == 2 + oneway);

            client.sendFrames(REQUESTS.call("missing", 7, new Everything.echoString_args("")));
            client.readReply(PROTOCOL).assertFailure("missing", 7, TApplicationException.UNKNOWN_METHOD);
            client.sendFrames(REQUESTS.call("fail", 8, new Everything.fail_args(Failure.BACKEND_PROTOCOL.name())));
            client.readReply(PROTOCOL).assertFailure("fail", 8, TApplicationException.INTERNAL_ERROR);
            fine(client, 9);
            assertEquals(server.counters().protocolErrors(), 2 + oneway);
            assertEquals(badArguments(), 2 + oneway, outcomes.toString());
        }
    }

    private long badArguments() {
        return outcomes.stream()
                .filter(kind -> kind == ServerCallOutcome.Kind.BAD_ARGUMENTS)
                .count();
    }

    public void synchronousHandlers(Strategies strategy) throws Exception {
        countsEachOnce(strategy, new Everything.Processor<>(new EverythingHandler()), 1);
    }

    /** Generated code ends a oneway call as if it had run. */
    public void asynchronousHandlers(Strategies strategy) throws Exception {
        countsEachOnce(strategy, new AsyncEverything(Runnable::run).processor(), 0);
    }
}
