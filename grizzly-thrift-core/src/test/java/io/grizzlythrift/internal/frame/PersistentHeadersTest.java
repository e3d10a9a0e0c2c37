package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.testng.annotations.Test;

/** Tests headers that apply to all later frames of their connection. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class PersistentHeadersTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int MOST = HeaderMap.MAX_PERSISTENT_BYTES - HeaderMap.PAIR_BYTES - 4;

    private final Queue<CallContext> seen = new ConcurrentLinkedQueue<>();

    private ThriftServer start(Strategies strategy) {
        seen.clear();
        return strategy.builder(new Everything.Processor<>(new EverythingHandler() {
                    @Override
                    public String echoString(String value) {
                        seen.add(CallContext.current().orElseThrow());
                        return value;
                    }
                }))
                .build()
                .start();
    }

    private static HeaderFrame echo(int sequenceId) throws Exception {
        return HeaderFrame.of(PROTOCOL, sequenceId, new Requests(PROTOCOL).echoString(sequenceId, "text"));
    }

    private static void assertEcho(RawClient client, int sequenceId) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        reply.reply().assertEchoString(sequenceId, "text");
        assertEquals(reply.headers(), Map.of());
        assertEquals(reply.persistentHeaders(), Map.of());
    }

    private Map<String, List<String>> next() {
        return seen.remove().headers();
    }

    public void theyHoldUntilTheyAreReplaced(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy);
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            client.sendFrames(
                    echo(1).bytes(),
                    echo(2).persistent("a", "1")
                            .persistent("b", "2")
                            .header("c", "3")
                            .bytes(),
                    echo(3).bytes(),
                    echo(4).header("A", "of the frame").bytes(),
                    echo(5).persistent("a", "new").bytes(),
                    echo(6).bytes());
            for (int call = 1; call <= 6; call++) {
                assertEcho(client, call);
            }
            List<Map<String, List<String>>> expected = List.of(
                    Map.of(),
                    Map.of("a", List.of("1"), "b", List.of("2"), "c", List.of("3")),
                    Map.of("a", List.of("1"), "b", List.of("2")),
                    Map.of("a", List.of("of the frame"), "b", List.of("2")),
                    Map.of("a", List.of("new"), "b", List.of("2")),
                    Map.of("a", List.of("new"), "b", List.of("2")));
            List<CallContext> calls = List.copyOf(seen);
            for (int i = 0; i < expected.size(); i++) {
                Map<String, List<String>> wanted = expected.get(i);
                assertTrue(
                        calls.stream().anyMatch(call -> call.headers().equals(wanted)),
                        wanted + " in any order of calls");
            }
            seen.clear();
            client.sendFrames(echo(7).bytes());
            assertEcho(client, 7);
            assertEquals(next(), expected.get(5));
            other.sendFrames(echo(1).bytes());
            assertEcho(other, 1);
            assertEquals(next(), Map.of());
        }
    }

    public void memory(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy)) {
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(echo(1).persistent("name", "v".repeat(MOST)).bytes());
                assertEcho(client, 1);
                assertEquals(
                        server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), HeaderMap.MAX_PERSISTENT_BYTES);
                client.sendFrames(echo(2).persistent("name", "v").bytes());
                assertEcho(client, 2);
                assertEquals(server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), HeaderMap.PAIR_BYTES + 5);
            }
            Await.that("memory is not released", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
        }
    }

    public void tooMany(Strategies strategy) throws Exception {
        HeaderFrame small = echo(2);
        for (int i = 0; i < HeaderMap.MAX_PERSISTENT_BYTES / HeaderMap.PAIR_BYTES; i++) {
            small.persistent("" + i, "");
        }
        try (ThriftServer server = start(strategy);
                LogCapture log = LogCapture.ofWarnings()) {
            for (HeaderFrame frame : List.of(echo(1).persistent("name", "v".repeat(MOST + 1)), small)) {
                try (RawClient client = new RawClient(server)) {
                    client.sendFrames(frame.bytes()).assertClosedByServer();
                }
            }
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(echo(1).persistent("name", "v".repeat(MOST)).bytes());
                assertEcho(client, 1);
                client.sendFrames(echo(2).persistent("n", "").bytes()).assertClosedByServer();
            }
            assertEquals(server.rejectedFrames(), 3);
            assertTrue(log.awaitCount("the persistent headers of a connection have ") > 0, log.text());
            Await.that("memory is not released", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
        }
    }

    /** Each change creates a new version of the headers, which the calls of its frame may use for a long time. */
    public void manyChangesInOneRead(Strategies strategy) throws Exception {
        ByteArrayOutputStream few = new ByteArrayOutputStream();
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        for (int call = 1; call <= 100; call++) {
            few.writeBytes(
                    RawClient.framed(echo(call).persistent("name", "" + call).bytes()));
            many.writeBytes(
                    RawClient.framed(echo(call).persistent("name", "" + call).bytes()));
        }
        try (ThriftServer server = start(strategy);
                RawClient client = new RawClient(server);
                RawClient flooding = new RawClient(server)) {
            client.send(few.toByteArray());
            for (int call = 1; call <= 100; call++) {
                assertEcho(client, call);
            }
            flooding.sendFrames(
                    echo(0).persistent("large", "v".repeat(MOST - 100)).bytes());
            assertEcho(flooding, 0);
            flooding.send(many.toByteArray()).readUntilClosedByServer();
            assertEquals(server.rejectedFrames(), 1);
        }
    }
}
