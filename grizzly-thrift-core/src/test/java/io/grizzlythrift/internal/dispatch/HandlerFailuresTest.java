package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests that every failure of a handler gets an error reply and leaves connection, thread and state intact. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class HandlerFailuresTest {
    /** A multiple of 6, the number of kinds of calls that are sent in rotation. */
    private static final int BATCH = TestSize.of(60, 240);

    private LogCapture log;

    @BeforeClass
    void captureTheLog() {
        log = LogCapture.start();
    }

    @AfterClass(alwaysRun = true)
    void restoreTheLog() {
        log.close();
    }

    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol, EverythingHandler handler) {
        return strategy.builder(new Everything.Processor<>(handler))
                .protocol(protocol)
                .build()
                .start();
    }

    public void everyFailureIsAnInternalError(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(strategy, protocol, new EverythingHandler());
                EverythingClient client = ClientKind.FRAMED.open(server.port(), protocol)) {
            for (Failure failure : Failure.values()) {
                TApplicationException error = expectThrows(
                        TApplicationException.class, () -> client.calls().fail(failure.name()));
                assertEquals(error.getType(), TApplicationException.INTERNAL_ERROR, failure.name());
                assertTrue(error.getMessage().contains("fail"), error.getMessage());
                for (int i = 0; i < 2 * Strategies.THREADS; i++) {
                    client.calls().ping();
                }
            }
        }
    }

    /** Nothing is sent for a oneway call: the first reply belongs to the next call. */
    public void failuresOfOnewayCallsAreSilent(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = start(strategy, protocol, new EverythingHandler());
                RawClient client = new RawClient(server)) {
            for (Failure failure : Failure.values()) {
                client.sendFrames(
                        requests.oneway("failQuietly", 1, new Everything.failQuietly_args(failure.name())),
                        requests.echoString(2, "fine"));
                client.readReply(protocol).assertEchoString(2, "fine");
            }
        }
    }

    /**
     * There are many more failures than threads. Afterwards all threads are alive, and as many calls run concurrently
     * as before.
     */
    public void threadsSurviveFailures(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server = start(strategy, protocol, handler);
                RawClient client = new RawClient(server)) {
            Set<Thread> before = runAtOnce(strategy, server, requests, handler, "before");
            for (Failure failure : Failure.values()) {
                byte[] call = requests.call("fail", 1, new Everything.fail_args(failure.name()));
                byte[][] calls = new byte[3 * Strategies.THREADS][];
                Arrays.fill(calls, call);
                client.sendFrames(calls);
                for (int i = 0; i < calls.length; i++) {
                    client.readReply(protocol).assertFailure("fail", 1, TApplicationException.INTERNAL_ERROR);
                }
            }
            for (Thread thread : before) {
                assertTrue(thread.isAlive(), thread.getName() + " died");
            }
            runAtOnce(strategy, server, requests, handler, "after");
        }
    }

    /** Sends thousands of failing calls on one connection, half of them oneway; no thread ends and none is added. */
    public void failuresInAPipeline(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        List<byte[]> failing = new ArrayList<>();
        for (Failure failure : List.of(Failure.RUNTIME, Failure.STACK, Failure.MEMORY)) {
            failing.add(requests.call("fail", 1, new Everything.fail_args(failure.name())));
            failing.add(requests.oneway("failQuietly", 2, new Everything.failQuietly_args(failure.name())));
        }
        try (ThriftServer server = start(strategy, protocol, new EverythingHandler());
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.echoString(3, "fine"));
            client.readReply(protocol).assertEchoString(3, "fine");
            Set<Thread> before = ServerThreads.of(server);
            byte[][] batch = new byte[BATCH][];
            Arrays.setAll(batch, i -> failing.get(i % failing.size()));
            int batches = TestSize.inSoak(1, 10_000 / BATCH);
            for (int i = 0; i < batches; i++) {
                client.sendFrames(batch);
                for (int reply = 0; reply < BATCH / 2; reply++) {
                    client.readReply(protocol).assertFailure("fail", 1, TApplicationException.INTERNAL_ERROR);
                }
                client.sendFrames(requests.echoString(3, "fine"));
                client.readReply(protocol).assertEchoString(3, "fine");
            }
            assertEquals(ServerThreads.of(server), before);
        }
    }

    /**
     * Runs as many handlers concurrently as the strategy allows, each for its own connection, and returns their
     * threads.
     */
    private static Set<Thread> runAtOnce(
            Strategies strategy, ThriftServer server, Requests requests, EverythingHandler handler, String key)
            throws Exception {
        List<RawClient> clients = new ArrayList<>();
        Set<Thread> threads = new HashSet<>();
        try {
            for (int i = 0; i < strategy.concurrentCalls(); i++) {
                RawClient client = new RawClient(server);
                clients.add(client);
                client.sendFrames(requests.call("hold", i, new Everything.hold_args(key + i)));
                threads.add(handler.held(key + i).entered.get(20, TimeUnit.SECONDS));
            }
            assertEquals(threads.size(), strategy.concurrentCalls());
            for (int i = 0; i < clients.size(); i++) {
                handler.held(key + i).reply.complete("done");
                assertEquals(clients.get(i).readReply(requests.protocol()).sequenceId(), i);
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        return threads;
    }

    /** Encoding such a result fails when half of the reply is written, which must not affect the replies around it. */
    public void resultsThatCannotBeEncoded(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[][] broken = {
            requests.call("brokenStruct", 2, new Everything.brokenStruct_args("unset")),
            requests.call("brokenStruct", 2, new Everything.brokenStruct_args("inner unset")),
            requests.call("brokenList", 2, new Everything.brokenList_args("null element")),
            requests.call("brokenList", 2, new Everything.brokenList_args("late null")),
        };
        try (ThriftServer server = start(strategy, protocol, new EverythingHandler());
                RawClient client = new RawClient(server)) {
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < broken.length; i++) {
                    client.sendFrames(requests.echoString(1, "before"), broken[i], requests.echoString(3, "after"));
                    client.readReply(protocol).assertEchoString(1, "before");
                    client.readReply(protocol)
                            .assertFailure(
                                    i < 2 ? "brokenStruct" : "brokenList", 2, TApplicationException.INTERNAL_ERROR);
                    client.readReply(protocol).assertEchoString(3, "after");
                }
            }
        }
    }

    /** A null result is a reply without a result, which the client reports. */
    public void resultsThatAreNull(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(strategy, protocol, new EverythingHandler());
                EverythingClient client = ClientKind.FRAMED.open(server.port(), protocol)) {
            for (int i = 0; i < 10; i++) {
                TApplicationException struct = expectThrows(
                        TApplicationException.class, () -> client.calls().brokenStruct("null"));
                assertEquals(struct.getType(), TApplicationException.MISSING_RESULT);
                TApplicationException list = expectThrows(
                        TApplicationException.class, () -> client.calls().brokenList("null"));
                assertEquals(list.getType(), TApplicationException.MISSING_RESULT);
                assertEquals(client.calls().brokenList("fine"), List.of("fine"));
                assertEquals(client.calls().brokenStruct("fine").getInner(), TestValues.fullMixed());
            }
        }
    }

    /** Failures of the handler do not count as protocol errors of the peer, nor vice versa. */
    public void failuresAreCounted(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] whole = requests.echoString(4, "will be cut");
        try (ThriftServer server = start(strategy, protocol, new EverythingHandler());
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.echoString(1, "fine"));
            client.readReply(protocol).assertEchoString(1, "fine");
            assertEquals(server.counters().calls(), 1);
            assertEquals(server.counters().handlerErrors(), 0);
            client.sendFrames(
                    requests.call("fail", 2, new Everything.fail_args(Failure.BACKEND_TRANSPORT.name())),
                    requests.call("fail", 3, new Everything.fail_args(Failure.ASSERTION.name())),
                    Arrays.copyOf(whole, whole.length - 3));
            client.readReply(protocol).assertFailure("fail", 2, TApplicationException.INTERNAL_ERROR);
            client.readReply(protocol).assertFailure("fail", 3, TApplicationException.INTERNAL_ERROR);
            client.readReply(protocol).assertFailure("echoString", 4, TApplicationException.PROTOCOL_ERROR);
            assertEquals(server.counters().protocolErrors(), 1);
            assertEquals(server.counters().handlerErrors(), 2);
        }
    }

    /** The reply to a failed call names the method only: no stack trace, no class names. */
    public void errorRepliesExposeNoInternals(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = start(strategy, protocol, new EverythingHandler());
                EverythingClient client = ClientKind.FRAMED.open(server.port(), protocol)) {
            for (Failure failure : Failure.values()) {
                TException error =
                        expectThrows(TException.class, () -> client.calls().fail(failure.name()));
                assertEquals(error.getMessage(), "Internal error processing fail", failure.name());
            }
        }
    }
}
