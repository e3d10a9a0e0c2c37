package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.internal.queue.FairQueue;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TTupleProtocol;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.Test;

/** Tests other protocol factories: those of libthrift and those of a user. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class CustomProtocolFactoryTest {
    private static final String PREFIX = "v2/";

    /** A binary protocol of a user that adds a prefix to every method name. */
    private static final class Prefixed extends TProtocolDecorator {
        private Prefixed(TProtocol binary) {
            super(binary);
        }

        @Override
        public void writeMessageBegin(TMessage message) throws TException {
            super.writeMessageBegin(new TMessage(PREFIX + message.name, message.type, message.seqid));
        }

        @Override
        public TMessage readMessageBegin() throws TException {
            TMessage message = super.readMessageBegin();
            if (!message.name.startsWith(PREFIX)) {
                throw new TException("no prefix in " + message.name);
            }
            return new TMessage(message.name.substring(PREFIX.length()), message.type, message.seqid);
        }
    }

    private static ThriftServer start(Strategies strategy, TProtocolFactory protocol) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .protocol(protocol)
                .build()
                .start();
    }

    /** Sends good calls, failures, and good calls again to the same thread. */
    private static void assertServes(Strategies strategy, TProtocolFactory protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] whole = requests.call("echoMixed", 1, new Everything.echoMixed_args(TestValues.fullMixed()));
        try (ThriftServer server = start(strategy, protocol);
                RawClient raw = new RawClient(server)) {
            for (ClientKind kind : ClientKind.values()) {
                try (EverythingClient client = kind.open(server.port(), protocol)) {
                    Everything.Iface calls = client.calls();
                    assertEquals(calls.echoString("😀"), "😀");
                    assertEquals(calls.echoContainers(TestValues.fullContainers()), TestValues.fullContainers());
                    assertEquals(calls.echoScalars(TestValues.lowScalars()), TestValues.lowScalars());
                    assertEquals(
                            expectThrows(Refused.class, () -> calls.judge(1)).getCode(), 41);
                    raw.sendFrames(Arrays.copyOf(whole, whole.length - 5));
                    raw.readReply(protocol).assertFailure("echoMixed", 1, TApplicationException.PROTOCOL_ERROR);
                    assertEquals(calls.echoTree(TestValues.tree(3)), TestValues.tree(3));
                }
            }
        }
    }

    public void libthriftsOwnFactories(Strategies strategy) throws Exception {
        assertServes(strategy, new TBinaryProtocol.Factory(true, true));
        assertServes(strategy, new TCompactProtocol.Factory());
        assertServes(strategy, new TJSONProtocol.Factory());
    }

    /**
     * Generated code for the tuple protocol casts to its class, which a server cannot wrap, so it is rejected at once.
     */
    public void tuples(Strategies strategy) {
        IllegalArgumentException rejection =
                expectThrows(IllegalArgumentException.class, () -> start(strategy, new TTupleProtocol.Factory()));
        assertTrue(rejection.getMessage().contains("TTupleProtocol"), rejection.getMessage());
    }

    /** If a factory throws, connections end, not threads: calls of others get replies, and the server drains. */
    public void aFactoryThatThrowsNowAndThen(Strategies strategy) throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        ThriftServer server = start(strategy, transport -> {
            if (failing.get()) {
                throw new IllegalStateException("made up by a test");
            }
            return ThriftProtocol.BINARY.getProtocol(transport);
        });
        try (LogCapture log = LogCapture.start()) {
            Requests requests = new Requests(ThriftProtocol.BINARY);
            for (int round = 0; round < 20; round++) {
                try (RawClient client = new RawClient(server)) {
                    failing.set(true);
                    client.sendFrames(requests.message("echoString", (byte) 2, 1, new Everything.echoString_args("?")))
                            .assertClosedByServer();
                }
                failing.set(false);
                try (RawClient client = new RawClient(server)) {
                    client.sendFrames(requests.echoString(2, "fine"));
                    client.readReply(ThriftProtocol.BINARY).assertEchoString(2, "fine");
                }
            }
            assertTrue(server.shutdown(Duration.ofSeconds(20)), "drained " + log.text());
        } finally {
            server.close();
        }
    }

    public void aDecoratedProtocol(Strategies strategy) throws Exception {
        assertServes(strategy, transport -> new Prefixed(ThriftProtocol.BINARY.getProtocol(transport)));
        try (ThriftServer server =
                        start(strategy, transport -> new Prefixed(ThriftProtocol.BINARY.getProtocol(transport)));
                RawClient client = new RawClient(server)) {
            client.sendFrames(new Requests(ThriftProtocol.BINARY).echoString(1, "without prefix"))
                    .assertClosedByServer();
        }
    }

    /** Messages without a version, as old clients send them, are accepted if the user allows them. */
    public void binaryThatIsNotStrict(Strategies strategy) throws Exception {
        assertServes(strategy, new TBinaryProtocol.Factory(false, false));
    }

    /** Protocols are created per thread, not per call. */
    public void protocolsAreReused(Strategies strategy) throws Exception {
        AtomicInteger made = new AtomicInteger();
        TProtocolFactory counting = transport -> {
            made.incrementAndGet();
            return ThriftProtocol.COMPACT.getProtocol(transport);
        };
        try (ThriftServer server = start(strategy, counting);
                EverythingClient client = ClientKind.FRAMED.open(server.port(), ThriftProtocol.COMPACT)) {
            for (int i = 0; i < 100; i++) {
                assertEquals(client.calls().echoI32(i), i);
            }
            int threads = Strategies.THREADS + FairQueue.spareThreads(Strategies.THREADS);
            assertTrue(made.get() <= 2 * threads, made + " protocols for 100 calls");
        }
    }

    /** A call without even an error reply ends its connection, and interceptors see it like any other. */
    public void oneThatFailsLaterEndsTheConnection(Strategies strategy) throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        TProtocolFactory factory = transport -> {
            if (broken.get()) {
                throw new IllegalStateException("broken");
            }
            return new TBinaryProtocol(transport);
        };
        TProcessor breaking = (in, out) -> {
            in.readMessageBegin();
            TProtocolUtil.skip(in, TType.STRUCT);
            in.readMessageEnd();
            broken.set(true);
            throw new IllegalStateException("failed");
        };
        List<ServerCallOutcome.Kind> ends = new CopyOnWriteArrayList<>();
        try (ThriftServer server = strategy.builder(breaking)
                        .protocol(factory)
                        .interceptor(call -> outcome -> ends.add(outcome.kind()))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(new Requests(factory).echoString(1, "text"));
            client.assertClosedByServer();
            Await.that("the interceptor was not called", () -> !ends.isEmpty());
            assertEquals(ends, List.of(ServerCallOutcome.Kind.HANDLER_FAILED));
            Await.that("the call has not ended", () -> server.counters().inFlight() == 0);
        }
    }
}
