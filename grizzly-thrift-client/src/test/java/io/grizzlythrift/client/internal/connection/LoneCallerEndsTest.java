package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.scripted.LoneCaller;
import io.grizzlythrift.client.testing.scripted.LoneCaller.Held;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.scripted.ScriptedConnection;
import io.grizzlythrift.client.testing.scripted.ScriptedRequest;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the end of calls whose callers read their own replies, and of their connections. */
@Test(timeOut = 120_000)
public class LoneCallerEndsTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    public void anOverdueCallEnds() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            PendingCall call = ClientInternals.calls(lone.connection()).oldestSent();
            lone.connection().overdue(call, call.deadline());
            CallResults.failure(held.call(), FailureCause.TIMED_OUT, true);
            assertLateReplyIsDropped(lone, held);
        }
    }

    /** The timers are held, so only the caller notices. */
    public void theCallerNoticesTheDeadline() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            CallOptions options = CallOptions.create().withTimeout(SHORT);
            Probe.Iface stub = lone.warmUp().client().stub(Probe.Iface.class, options);
            var sent = lone.server().takeSent(() -> CallerThread.start(() -> stub.echo("held")));
            CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true);
            assertLateReplyIsDropped(lone, new Held(sent.call(), sent.request(), null));
        }
    }

    public void anInterruptedCallEnds() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            held.caller().interrupt();
            CallResults.failure(held.call(), FailureCause.CANCELLED, true);
            assertLateReplyIsDropped(lone, held);
        }
    }

    private static void assertLateReplyIsDropped(LoneCaller lone, Held held) throws Exception {
        lone.awaitReader("SELECTOR");
        held.request().sendReply();
        Await.that("no late reply", () -> lone.client().counters().lateReplies() == 1);
        CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
        lone.server().take().sendReply();
        assertEquals(CallResults.result(next), "next");
        assertEquals(lone.client().counters().connectAttempts(), 1);
    }

    public void theClientMayBeClosed() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            Selector waiting = ClientInternals.callerSelector(lone.connection());
            lone.releaseTimers();
            lone.client().close();
            CallResults.failure(held.call(), FailureCause.CLIENT_CLOSED, true);
            Await.that("the socket stays open", () -> !waiting.isOpen());
            lone.peer().awaitEnd();
        }
    }

    @DataProvider
    static Object[][] ends() {
        return new Object[][] {
            {FailureCause.CLOSED_BY_PEER, (LostConnectionTest.Fault) ScriptedConnection::finish},
            {FailureCause.CONNECTION_RESET, (LostConnectionTest.Fault) ScriptedConnection::reset},
            {FailureCause.PROTOCOL_ERROR, (LostConnectionTest.Fault) c -> c.send(ReplyFrames.length(-1))}
        };
    }

    @Test(dataProvider = "ends", timeOut = 120_000)
    public void theConnectionMayEnd(FailureCause cause, LostConnectionTest.Fault fault) throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.holdSelector();
            Selector waiting = ClientInternals.callerSelector(lone.connection());
            fault.on(lone.peer());
            CallResults.failure(held.call(), cause, true);
            assertEquals(lone.reader(), "CLOSED");
            Await.that("the socket stays open", () -> !waiting.isOpen());
            lone.releaseSelector();
            lone.peer().awaitEnd();
        }
    }

    /** The selector thread could not see the end in time, so the caller looks before it sends. */
    @Test(dataProvider = "ends", timeOut = 120_000)
    public void noCallIsSentOnAConnectionThatHasEnded(FailureCause cause, LostConnectionTest.Fault fault)
            throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            lone.hold().end();
            fault.on(lone.peer());
            lone.awaitUnread();
            CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
            ScriptedRequest request = lone.server().take();
            assertNotSame(request.connection(), lone.peer());
            request.sendReply();
            assertEquals(CallResults.result(next), "next");
        }
    }

    @Test(dataProvider = "ends", timeOut = 120_000)
    public void theEndOfAnIdleConnectionIsNoticed(FailureCause cause, LostConnectionTest.Fault fault) throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            lone.hold().end();
            Selector waiting = ClientInternals.callerSelector(lone.connection());
            fault.on(lone.peer());
            assertEquals(lone.reader(), "NONE");
            assertFalse(lone.connection().isClosed());
            lone.releaseTimers();
            Await.that("the connection stays", () -> lone.connection().isClosed());
            Await.that("the socket stays open", () -> !waiting.isOpen());
            lone.peer().awaitEnd();
        }
    }

    public void aCloseNoticeMayComeWithTheReply() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.peer().send(held.request().reply(), CloseNotice.encode(ThriftProtocol.COMPACT));
            assertEquals(CallResults.result(held.call()), "held");
            assertEndsInOrder(lone);
        }
    }

    public void aCloseNoticeMayComeBeforeTheReply() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.peer().send(CloseNotice.encode(ThriftProtocol.COMPACT));
            lone.awaitReader("SELECTOR");
            held.end();
            assertEndsInOrder(lone);
        }
    }

    public void aCloseNoticeMayComeBetweenCalls() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            lone.hold().end();
            lone.peer().send(CloseNotice.encode(ThriftProtocol.COMPACT));
            lone.awaitUnread();
            assertEndsInOrder(lone);
        }
    }

    private static void assertEndsInOrder(LoneCaller lone) throws Exception {
        CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
        ScriptedRequest request = lone.server().take();
        assertNotSame(request.connection(), lone.peer());
        request.sendReply();
        assertEquals(CallResults.result(next), "next");
        lone.peer().awaitEnd();
    }
}
