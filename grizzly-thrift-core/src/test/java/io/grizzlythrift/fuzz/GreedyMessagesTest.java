package io.grizzlythrift.fuzz;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.server.EchoHandler;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.Map;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.Test;

/** Tests that messages which announce more than their frame holds are rejected before memory is allocated for it. */
public final class GreedyMessagesTest {
    private static final int MAX_MESSAGE_BYTES = 80;
    private static final AllocationBound BOUND = new AllocationBound(0, 64 * 1024 - 1);

    @Test(dataProvider = "protocols", dataProviderClass = Strategies.class)
    public void allocateLittle(ThriftProtocol protocol) throws Exception {
        try (MessageCheck check = new MessageCheck(protocol, BOUND)) {
            for (Map.Entry<String, byte[]> greedy :
                    GreedyMessages.of(protocol, 1).entrySet()) {
                assertTrue(greedy.getValue().length < MAX_MESSAGE_BYTES, greedy.getKey());
                try {
                    check.check(greedy.getValue());
                } catch (AssertionError e) {
                    throw new AssertionError(greedy.getKey(), e);
                }
            }
        }
    }

    @Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
    public void areProtocolErrors(Strategies strategy, ThriftProtocol protocol) throws Exception {
        byte[] good = new Requests(protocol).echoString(2, "fine");
        try (ThriftServer server = strategy.builder(EchoHandler.processor())
                        .protocol(protocol)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            Map<String, byte[]> messages = GreedyMessages.of(protocol, 1);
            assertFalse(messages.isEmpty());
            for (Map.Entry<String, byte[]> greedy : messages.entrySet()) {
                String method = greedy.getKey().substring(0, greedy.getKey().indexOf(' '));
                client.sendFrames(greedy.getValue(), good);
                client.readReply(protocol).assertFailure(method, 1, TApplicationException.PROTOCOL_ERROR);
                client.readReply(protocol).assertEchoString(2, "fine");
            }
        }
    }
}
