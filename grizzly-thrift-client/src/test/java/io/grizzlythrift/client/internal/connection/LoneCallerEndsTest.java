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
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
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
        ProbeCalls.reply(held.request());
        Await.that("no late reply", () -> lone.client().counters().lateReplies() == 1);
        CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
        ProbeCalls.reply(lone.server().take());
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
            ProbeCalls.awaitClosed(lone.peer());
        }
    }

    @DataProvider
    static Object[][] ends() {
        return new Object[][] {
            {FailureCause.CONNECTION_CLOSED, (LostConnectionTest.Fault) ScriptedConnection::halfClose},
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
            ProbeCalls.awaitClosed(lone.peer());
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
            ReceivedCall request = lone.server().take();
            assertNotSame(request.connection(), lone.peer());
            ProbeCalls.reply(request);
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
            ProbeCalls.awaitClosed(lone.peer());
        }
    }

    public void aCloseNoticeMayComeWithTheReply() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.peer().send(ProbeCalls.encodedReply(held.request()), CloseNotice.encode(ThriftProtocol.COMPACT));
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
        ReceivedCall request = lone.server().take();
        assertNotSame(request.connection(), lone.peer());
        ProbeCalls.reply(request);
        assertEquals(CallResults.result(next), "next");
        ProbeCalls.awaitClosed(lone.peer());
    }
}
