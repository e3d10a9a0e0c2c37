package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests invalid replies: they fail at most the call that they name, and the connection stays open. */
public class MisbehavingServerTest {
    private static final ReplyFrames FRAMES = new ReplyFrames(ThriftProtocol.COMPACT);

    @Test
    public void repliesInAnyOrderReachTheirOwnCalls() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int round = 0; round < 3; round++) {
                List<CompletableFuture<String>> calls = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    calls.add(stub.echo("text " + i));
                }
                List<ReceivedCall> requests = server.take(calls.size());
                Collections.shuffle(requests, new Random(round));
                for (ReceivedCall request : requests) {
                    ProbeCalls.reply(request);
                }
                for (int i = 0; i < calls.size(); i++) {
                    assertEquals(CallResults.result(calls.get(i)), "text " + i);
                }
            }
            assertEquals(client.counters().unknownReplies(), 0);
        }
    }

    @Test
    public void laterCallsGetRepliesWhileAnEarlierOneWaits() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().maxInFlightPerConnection(2).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            ReceivedCall firstRequest = server.take();
            for (int i = 0; i < 1_000; i++) {
                assertReplies(server, stub, "later " + i);
            }
            ProbeCalls.reply(firstRequest);
            assertEquals(CallResults.result(first), "first");
        }
    }

    @Test
    public void aSecondReplyIsDroppedAndCounted() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> call = stub.echo("once");
            ReceivedCall request = server.take();
            byte[] other = FRAMES.text("echo", request.sequenceId(), "twice");
            request.connection().send(ProbeCalls.encodedReply(request), other, other);

            assertEquals(CallResults.result(call), "once");
            awaitCount(2, client.counters()::unknownReplies);
            assertGoesOn(server, client);
            assertEquals(client.counters().completed(), 2);
        }
    }

    @Test
    public void unknownIdsAreDroppedAndCounted() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("mine");
            ReceivedCall request = server.take();
            int id = request.sequenceId();
            int[] unknown = {0, -1, id + 1, -id, id + (1 << 20), Integer.MIN_VALUE, Integer.MAX_VALUE};
            for (int wrong : unknown) {
                request.connection().send(FRAMES.text("echo", wrong, "not yours"));
            }
            awaitCount(unknown.length, client.counters()::unknownReplies);
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(call), "mine");
            assertGoesOn(server, client);
        }
    }

    @DataProvider
    private Object[][] unknownReplies() throws Exception {
        return new Object[][] {
            {"of no call", FRAMES.text("echo", 77, "not yours")}, {"notice", CloseNotice.encode(ThriftProtocol.COMPACT)}
        };
    }

    /** Dropping them takes time, which other connections need. */
    @Test(dataProvider = "unknownReplies")
    public void unknownRepliesWithoutAnEndCloseTheConnection(String what, byte[] reply) throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("mine");
            ReceivedCall request = server.take();
            byte[][] unknown = new byte[ReplyDispatcher.MAX_UNKNOWN_REPLIES + 1][];
            Arrays.fill(unknown, reply);
            request.connection().send(unknown);
            CallFailedException failure = CallResults.failure(call, FailureCause.PROTOCOL_ERROR, true);
            assertTrue(failure.getMessage().contains("more replies without a call"), failure.getMessage());
            ProbeCalls.awaitClosed(request.connection());
        }
    }

    /** The server replies to each call twice, and to oneway calls. */
    @Test
    public void aFurtherReplyToEachCallIsDroppedForEver() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            int calls = ReplyDispatcher.MAX_UNKNOWN_REPLIES + 100;
            for (int i = 0; i < calls; i++) {
                boolean oneway = i % 2 == 0;
                CompletableFuture<?> call = oneway ? stub.note("text") : stub.echo("text");
                ReceivedCall request = server.take();
                byte[] reply = ProbeCalls.encodedReply(request);
                request.connection().send(oneway ? new byte[][] {reply} : new byte[][] {reply, reply});
                CallResults.result(call);
            }
            awaitCount(calls, client.counters()::unknownReplies);
            assertGoesOn(server, client);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** The server replies to an id that was never sent. */
    @Test
    public void aReplyBeforeTheCallIsDroppedAndCounted() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().maxInFlightPerConnection(1).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> sent = stub.echo("sent");
            ReceivedCall request = server.take();
            CompletableFuture<String> waiting = stub.echo("waiting");
            for (int id = request.sequenceId() + 1; id <= request.sequenceId() + 10; id++) {
                request.connection().send(FRAMES.text("echo", id, "early"));
            }
            awaitCount(10, client.counters()::unknownReplies);

            ProbeCalls.reply(request);
            assertEquals(CallResults.result(sent), "sent");
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(waiting), "waiting");
        }
    }

    @Test
    public void aReplyToAOnewayCallIsDroppedAndCounted() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<Void> call = client.stub(Probe.FutureIface.class).note("no reply, please");
            CallResults.result(call);
            ReceivedCall request = server.take();
            assertTrue(request.isOneway());
            ProbeCalls.reply(request);
            awaitCount(1, client.counters()::unknownReplies);
            assertGoesOn(server, client);
        }
    }

    @Test
    public void aMessageThatIsNoReplyFailsItsCallOnly() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            for (byte type : new byte[] {TMessageType.CALL, TMessageType.ONEWAY}) {
                CompletableFuture<String> call =
                        client.stub(Probe.FutureIface.class).echo("mine");
                ReceivedCall request = server.take();
                request.connection().send(FRAMES.text(type, "echo", request.sequenceId(), "not a reply"));
                CallResults.failure(call, FailureCause.UNREADABLE_REPLY, true);
            }
            assertGoesOn(server, client);
        }
    }

    @DataProvider
    private Object[][] unreadableBodies() {
        return new Object[][] {
            {ThriftProtocol.BINARY, "nothing", new byte[0]},
            {ThriftProtocol.BINARY, "a field that ends early", new byte[] {11, 0, 0, 0, 0, 0, 9, 'x'}},
            {ThriftProtocol.BINARY, "a string of 2 GB", new byte[] {11, 0, 0, 0x7f, -1, -1, -1}},
            {ThriftProtocol.BINARY, "a negative length", new byte[] {11, 0, 0, -1, -1, -1, -1}},
            {ThriftProtocol.BINARY, "a list of 2^31 - 1 elements", new byte[] {15, 0, 5, 11, 0x7f, -1, -1, -1}},
            {ThriftProtocol.COMPACT, "nothing", new byte[0]},
            {ThriftProtocol.COMPACT, "a type that does not exist", new byte[] {0x1f, 0x1f, 0x1f}},
            {ThriftProtocol.COMPACT, "a string of 2 GB", new byte[] {8, 0, -1, -1, -1, -1, 7}},
            {ThriftProtocol.COMPACT, "a number without an end", new byte[] {8, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1}},
            {
                ThriftProtocol.JSON,
                "a string without an end",
                ",{\"0\":{\"str\":\"text".getBytes(StandardCharsets.US_ASCII)
            },
            {ThriftProtocol.JSON, "no struct", ",[[[\"".getBytes(StandardCharsets.US_ASCII)},
        };
    }

    @Test(dataProvider = "unreadableBodies")
    public void aReplyThatCannotBeReadFailsItsCallOnly(ThriftProtocol protocol, String what, byte[] body)
            throws Exception {
        try (ProbeServer server = ProbeServer.start(protocol);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> before = stub.echo("before");
            CompletableFuture<String> broken = stub.echo("broken");
            CompletableFuture<String> after = stub.echo("after");
            List<ReceivedCall> requests = server.take(3);
            byte[] unreadable =
                    new ReplyFrames(protocol).withBody("echo", requests.get(1).sequenceId(), body);
            requests.get(0)
                    .connection()
                    .send(
                            ProbeCalls.encodedReply(requests.get(0)),
                            unreadable,
                            ProbeCalls.encodedReply(requests.get(2)));

            CallFailedException failure = CallResults.failure(broken, FailureCause.UNREADABLE_REPLY, true);
            assertTrue(failure.getMessage().contains("echo"), failure.getMessage());
            assertTrue(failure.getMessage().contains(server.endpoint()), failure.getMessage());
            assertEquals(failure.endpoint(), server.endpoint());
            assertEquals(CallResults.result(before), "before");
            assertEquals(CallResults.result(after), "after");
            assertGoesOn(server, client);
            assertEquals(client.counters().failed(FailureCause.UNREADABLE_REPLY), 1);
            assertEquals(client.counters().completed(), 3);
        }
    }

    @Test
    public void anUnreadableReplyReachesEveryKindOfStub() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("callback", callback);
            CompletableFuture<String> waiting =
                    CallerThread.start(() -> client.stub(Probe.Iface.class).echo("blocking"));
            for (ReceivedCall request : server.take(2)) {
                request.connection().send(FRAMES.withBody("echo", request.sequenceId()));
            }
            CallResults.failure(callback.end(), FailureCause.UNREADABLE_REPLY, true);
            CallResults.failure(waiting, FailureCause.UNREADABLE_REPLY, true);
            assertGoesOn(server, client);
            assertEquals(callback.ends(), 1);
        }
    }

    private static void assertReplies(ProbeServer server, Probe.FutureIface stub, String text) throws Exception {
        CompletableFuture<String> call = stub.echo(text);
        ProbeCalls.reply(server.take());
        assertEquals(CallResults.result(call), text);
    }

    private static void assertGoesOn(ProbeServer server, ThriftClient client) throws Exception {
        assertReplies(server, client.stub(Probe.FutureIface.class), "and on");
        assertEquals(client.counters().connectAttempts(), 1, "the connection was replaced");
        assertEquals(client.counters().inFlight(), 0);
    }

    private static void awaitCount(long expected, LongSupplier count) {
        Await.that("the count did not get to " + expected, () -> count.getAsLong() >= expected);
        assertEquals(count.getAsLong(), expected);
    }
}
