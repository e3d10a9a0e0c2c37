package io.grizzlythrift.fuzz;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.server.EchoHandler;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.util.Map;
import java.util.Set;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.Test;

/**
 * Tests that reading ends at 64 levels of nesting and at the largest size of a number, long before a stack overflow.
 */
public final class DeepMessagesTest {
    @Test(dataProvider = "protocols", dataProviderClass = Strategies.class)
    public void causeNoError(ThriftProtocol protocol) throws Exception {
        try (MessageCheck check = new MessageCheck(protocol, MessageCheck.HOSTILE)) {
            for (Map.Entry<String, byte[]> deep : DeepMessages.of(protocol, 1).entrySet()) {
                try {
                    check.check(deep.getValue());
                } catch (AssertionError e) {
                    throw new AssertionError(deep.getKey(), e);
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
            Set<Thread> threads = ServerThreads.of(server);
            Map<String, byte[]> messages = DeepMessages.of(protocol, 1);
            for (Map.Entry<String, byte[]> deep : messages.entrySet()) {
                String method = deep.getKey().substring(0, deep.getKey().indexOf(' '));
                client.sendFrames(deep.getValue(), good);
                client.readReply(protocol).assertFailure(method, 1, TApplicationException.PROTOCOL_ERROR);
                client.readReply(protocol).assertEchoString(2, "fine");
            }
            assertEquals(server.counters().handlerErrors(), 0);
            for (Thread thread : threads) {
                assertTrue(thread.isAlive(), thread.getName() + " died");
            }
        }
    }
}
