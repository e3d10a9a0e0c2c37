package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that an Error, such as that of an incompatible library, is not taken for an error of the peer. */
@Test(timeOut = 60_000)
public final class ErrorsOfTheServerTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final String METHOD = "void TProtocol.incrementRecursionDepth()";

    private final Queue<ServerCallOutcome.Kind> outcomes = new ConcurrentLinkedQueue<>();

    @DataProvider
    Object[][] strategiesAndErrors() {
        Error missing = new NoSuchMethodError(METHOD);
        Error deep = new StackOverflowError(METHOD);
        return new Object[][] {
            {Strategies.SAME_THREAD, missing},
            {Strategies.WORKER_THREAD, missing},
            {Strategies.LEADER_FOLLOWER, missing},
            {Strategies.WORKER_THREAD, deep},
        };
    }

    private ThriftServer start(Strategies strategy, TProcessor processor) {
        outcomes.clear();
        return strategy.builder(processor)
                .protocol(PROTOCOL)
                .interceptor(call -> outcome -> outcomes.add(outcome.kind()))
                .build()
                .start();
    }

    private void assertFailed(ThriftServer server, Reply reply, OwnLog log, Error error) throws Exception {
        assertEquals(
                reply.assertFailure("fast", 1, TApplicationException.INTERNAL_ERROR)
                        .getMessage(),
                "Internal error processing fast");
        Await.that("the call does not end", () -> server.counters().handlerErrors() == 1);
        assertEquals(server.counters().protocolErrors(), 0);
        Await.that("no outcome", () -> !outcomes.isEmpty());
        assertEquals(outcomes.peek(), ServerCallOutcome.Kind.HANDLER_FAILED);
        assertEquals(log.awaitCount(Level.SEVERE, "fast failed"), 1);
        assertTrue(log.all().contains(error.getClass().getName() + ": " + METHOD), log.all());
        assertTrue(log.all().contains("\tat "), log.all());
    }

    /** As generated code fails that calls a method which an older libthrift does not have. */
    @Test(dataProvider = "strategiesAndErrors")
    public void whileArgumentsAreRead(Strategies strategy, Error error) throws Exception {
        TProcessor processor = (in, out) -> {
            in.readMessageBegin();
            throw error;
        };
        try (OwnLog log = OwnLog.start();
                ThriftServer server = start(strategy, processor);
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
            assertFailed(server, client.readReply(PROTOCOL), log, error);
        }
    }

    @Test(dataProvider = "strategiesAndErrors")
    public void whileTheReplyIsEncoded(Strategies strategy, Error error) throws Exception {
        HeldProcessor held = new HeldProcessor();
        TProcessor processor = (in, out) -> {
            held.process(in, out);
            throw error;
        };
        try (OwnLog log = OwnLog.start();
                ThriftServer server = start(strategy, processor);
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
            assertFailed(server, client.readReply(PROTOCOL), log, error);
        }
    }

    /** A protocol that cannot read the header of any message. */
    private static TProtocol broken(TTransport transport) {
        return new TBinaryProtocol(transport) {
            @Override
            public TMessage readMessageBegin() throws TException {
                throw new NoSuchMethodError(METHOD);
            }
        };
    }

    /** Without a header there is no reply: not even the sequence id is known. The log says why. */
    @Test
    @SuppressWarnings("serial") // protocol factories are Serializable; this one is never serialized
    public void whileAMessageIsRead() throws Exception {
        try (OwnLog log = OwnLog.start();
                ThriftServer server = Strategies.WORKER_THREAD
                        .builder(new HeldProcessor())
                        .protocol(ErrorsOfTheServerTest::broken)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
            client.assertClosedByServer();
            assertEquals(server.counters().protocolErrors(), 0);
            assertEquals(server.counters().handlerErrors(), 1);
            assertEquals(log.awaitCount(Level.SEVERE, "a call failed"), 1);
            assertTrue(log.all().contains(METHOD), log.all());
        }
    }
}
