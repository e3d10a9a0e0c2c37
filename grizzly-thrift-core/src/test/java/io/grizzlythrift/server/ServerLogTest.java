package io.grizzlythrift.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the log lines of a server and their levels, and that no bytes of peers or handlers are logged. */
@Test(timeOut = 60_000)
public class ServerLogTest {
    /** No other log line contains one of these characters. */
    private static final String SECRET = "~~~~~~~~~~";

    private static final byte[] SECRET_BYTES = SECRET.getBytes(ISO_8859_1);

    private final EverythingHandler handler = new EverythingHandler();

    private ThriftServerBuilder builder(ThriftProtocol protocol) {
        return Strategies.WORKER_THREAD
                .builder(new Everything.Processor<>(handler))
                .protocol(protocol);
    }

    private static void assertNoSecret(OwnLog log) {
        assertFalse(log.all().contains("~") || log.all().contains("7e7e"), log.all());
    }

    /** Waits for debug lines of a server; the end of a connection is logged last. */
    private static void awaitDebug(OwnLog log, String server, String text, int lines) {
        Await.that(log.all(), () -> countDebug(log, server, text) >= lines);
        assertEquals(countDebug(log, server, text), lines, log.all());
    }

    /** Connections of servers that other tests have closed may end meanwhile. */
    private static long countDebug(OwnLog log, String server, String text) {
        return log.lines(Level.FINE).stream()
                .filter(line -> line.startsWith("server '" + server + "': ") && line.contains(text))
                .count();
    }

    private static void awaitNobody(ThriftServer server) {
        Await.that("still open", () -> server.counters().openConnections() == 0);
    }

    public void startStopAndConnections() throws Exception {
        Requests requests = new Requests(ThriftProtocol.COMPACT);
        String name = UniqueName.of("mine");
        try (OwnLog log = OwnLog.start()) {
            try (ThriftServer server =
                    builder(ThriftProtocol.COMPACT).name(name).build().start()) {
                for (int i = 0; i < 3; i++) {
                    try (RawClient client = new RawClient(server)) {
                        client.sendFrames(requests.echoString(i, SECRET));
                        client.readReply(ThriftProtocol.COMPACT).assertEchoString(i, SECRET);
                    }
                }
                awaitNobody(server);
                try (RawClient client = new RawClient(server)) {
                    client.sendFrames(requests.echoString(3, SECRET));
                    client.readReply(ThriftProtocol.COMPACT).assertEchoString(3, SECRET);
                    assertTrue(server.shutdown(Duration.ofSeconds(20)));
                }
            }
            List<String> info = log.lines(Level.INFO);
            assertEquals(info.size(), 2, log.all());
            assertTrue(info.get(0).startsWith("server '" + name + "' listens on "), info.get(0));
            assertEquals(info.get(1), "server '" + name + "' stopped");
            awaitDebug(log, name, " connected", 4);
            awaitDebug(log, name, " closed: by the peer", 3);
            awaitDebug(log, name, " closed: the server stops", 1);
            awaitDebug(log, name, "/127.0.0.1:", 8);
            assertEquals(
                    log.lines(Level.WARNING).size() + log.lines(Level.SEVERE).size(), 0, log.all());
            assertNoSecret(log);
        }
    }

    /** An executor of the user may run other tasks; a thread may be slow to end. */
    public void withoutACallNoHandlerIgnoresItsInterrupt() {
        CompletableFuture<Void> otherTask = new CompletableFuture<>();
        ExecutorService executor = Executors.newCachedThreadPool();
        executor.execute(otherTask::join);
        try (OwnLog log = OwnLog.start()) {
            builder(ThriftProtocol.COMPACT)
                    .strategy(new ExecutorStrategy(executor))
                    .build()
                    .start()
                    .close();
            assertEquals(log.lines(Level.WARNING), List.of());
        } finally {
            otherTask.complete(null);
        }
    }

    /** Connections of a chain built by hand are logged too. */
    public void connectionsOfAChain() throws Exception {
        try (OwnLog log = OwnLog.start()) {
            String name;
            try (ChainServer server = new ChainServer(
                            Strategies.SAME_THREAD,
                            new HeldProcessor(),
                            Strategies.patient().build(),
                            new MemoryBudget(Long.MAX_VALUE));
                    RawClient client = server.connect()) {
                name = server.name();
                server.connection();
                leave(client);
                Await.that("still open", () -> server.counters().openConnections() == 0);
            }
            awaitDebug(log, name, "/127.0.0.1:", 2);
        }
    }

    @DataProvider
    static Object[][] badBytes() {
        byte[] header = ("[1,\"" + SECRET + "\",~,~]").getBytes(ISO_8859_1);
        return new Object[][] {
            {ThriftProtocol.COMPACT, RawClient.framed(SECRET_BYTES)},
            {ThriftProtocol.BINARY, RawClient.framed(SECRET_BYTES)},
            {ThriftProtocol.JSON, RawClient.framed(SECRET_BYTES)},
            {ThriftProtocol.JSON, RawClient.framed(header)},
            {ThriftProtocol.COMPACT, SECRET_BYTES},
            {ThriftProtocol.BINARY, ("GET /" + SECRET + " HTTP/1.1\r\n\r\n").getBytes(ISO_8859_1)},
        };
    }

    @Test(dataProvider = "badBytes", timeOut = 60_000)
    public void badBytesAreNotQuoted(ThriftProtocol protocol, byte[] bytes) throws Exception {
        try (OwnLog log = OwnLog.start();
                ThriftServer server = builder(protocol).build().start()) {
            long begin = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                try (RawClient client = new RawClient(server)) {
                    client.send(bytes).assertClosedByServer();
                }
            }
            awaitNobody(server);
            assertTrue(log.awaitCount(Level.WARNING, "closed /127.0.0.1:") >= 1, log.all());
            long seconds = (System.nanoTime() - begin) / 1_000_000_000;
            assertTrue(log.lines(Level.WARNING).size() <= seconds + 2, log.all());
            awaitDebug(log, server.config().name(), " closed: ", 10);
            assertEquals(
                    countDebug(log, server.config().name(), " closed: Locally closed"),
                    0,
                    "a connection that ends without a reason");
            assertNoSecret(log);
        }
    }

    /** These get a reply, so they need no log line. */
    public void failuresWithAReplyAreNotLogged() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.COMPACT;
        Requests requests = new Requests(protocol);
        try (OwnLog log = OwnLog.start();
                ThriftServer server = builder(protocol).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.header(SECRET, TMessageType.REPLY, 1));
            client.readReply(protocol).assertFailure(SECRET, 1, TApplicationException.INVALID_MESSAGE_TYPE);
            client.sendFrames(requests.call(SECRET, 2, new Everything.echoString_args(SECRET)));
            client.readReply(protocol).assertFailure(SECRET, 2, TApplicationException.UNKNOWN_METHOD);
            client.sendFrames(requests.callWithField("echoString", 3, TType.STRUCT, out -> out.writeString(SECRET)));
            client.readReply(protocol).assertFailure("echoString", 3, TApplicationException.PROTOCOL_ERROR);
            assertEquals(
                    log.lines(Level.WARNING).size() + log.lines(Level.SEVERE).size(), 0, log.all());
            assertNoSecret(log);
        }
    }

    /** Generated code puts the whole struct into the exception's message. */
    public void aResultThatCannotBeEncodedIsNotQuoted() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.COMPACT;
        Requests requests = new Requests(protocol);
        try (OwnLog log = OwnLog.start();
                ThriftServer server = builder(protocol).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.call("brokenStruct", 1, new Everything.brokenStruct_args("unset")));
            client.readReply(protocol).assertFailure("brokenStruct", 1, TApplicationException.INTERNAL_ERROR);
            assertEquals(log.awaitCount(Level.SEVERE, "brokenStruct failed"), 1, log.all());
            assertTrue(log.all().contains("TProtocolException"), log.all());
            assertTrue(log.all().contains("at io.grizzlythrift.test.gen.Strict"), log.all());
            assertFalse(log.all().contains("Strict("), log.all());
            assertFalse(log.all().contains("Mixed("), log.all());
        }
    }

    public void anErrorOfAHandlerIsLoggedWithItsStack() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.COMPACT;
        Requests requests = new Requests(protocol);
        try (OwnLog log = OwnLog.start();
                ThriftServer server = builder(protocol).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.call("fail", 1, new Everything.fail_args(Failure.STACK.name())));
            client.readReply(protocol).assertFailure("fail", 1, TApplicationException.INTERNAL_ERROR);
            assertEquals(log.awaitCount(Level.SEVERE, "fail failed"), 1, log.all());
            assertTrue(log.all().contains("StackOverflowError"), log.all());
        }
    }

    public void limitsAreLoggedAtInfo() throws Exception {
        Requests requests = new Requests(ThriftProtocol.COMPACT);
        ServerLimits limits = Strategies.patient()
                .maxInFlight(1)
                .frameTimeout(Duration.ofMillis(100))
                .build();
        try (OwnLog log = OwnLog.start();
                ThriftServer server =
                        builder(ThriftProtocol.COMPACT).limits(limits).build().start()) {
            try (RawClient client = new RawClient(server);
                    RawClient other = new RawClient(server)) {
                client.sendFrames(requests.call("hold", 1, new Everything.hold_args("held")));
                handler.held("held").entered.join();
                long begin = System.nanoTime();
                for (int i = 0; i < 500; i++) {
                    other.sendFrames(requests.echoString(i, SECRET));
                    other.readReply(ThriftProtocol.COMPACT)
                            .assertFailure("echoString", i, TApplicationException.INTERNAL_ERROR);
                }
                long seconds = (System.nanoTime() - begin) / 1_000_000_000;
                long lines = log.count(Level.INFO, "server '" + server.config().name() + "': calls are rejected: ");
                assertTrue(lines >= 1 && lines <= seconds + 2, log.all());
                other.send(new byte[] {0, 0, 0, 100, '~', '~'}).assertClosedByServer();
                handler.held("held").reply.complete("answered");
                client.readReply(ThriftProtocol.COMPACT);
            } finally {
                handler.releaseAll();
            }
            awaitNobody(server);
            assertEquals(log.awaitCount(Level.INFO, "a frame is incomplete after 100 ms"), 1, log.all());
            awaitDebug(log, server.config().name(), "a frame is incomplete after 100 ms", 1);
            assertEquals(
                    log.lines(Level.WARNING).size() + log.lines(Level.SEVERE).size(), 0, log.all());
            assertNoSecret(log);
        }
    }

    /** Closes a client early, inside its try block. */
    private static void leave(RawClient client) throws IOException {
        client.close();
    }
}
