package io.grizzlythrift.client.process;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.test.Await;
import java.io.File;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.testng.SkipException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * Tests a chain of three processes, in which the first gives 300 ms, or is killed: no handler begins after that, and all
 * three count the same. The servers have one thread each, which a test holds for as long as it wants calls to wait.
 */
@Test(timeOut = 240_000, singleThreaded = true)
@SuppressWarnings("try") // some are closed before the end of their block
public final class DeadlineChainTest {
    /** Each client makes a first call to its server, and the front passes that of its client on. */
    private static final int FIRST_CALLS = 2;

    private static final int ATTEMPTS = 5;

    private static final CallOptions HURRY = CallOptions.create().withTimeout(Duration.ofMillis(300));

    private ChainProcess back;
    private ChainProcess front;
    private ThriftClient client;
    private ThriftClient toBack;

    /** How many calls were made with the short deadline. */
    private int hurried;

    @BeforeMethod
    void start() throws Exception {
        hurried = 0;
        back = new ChainProcess("server", 0);
        front = new ChainProcess("server", back.port());
        client = clientOf(front);
        toBack = clientOf(back);
        client.stub(Probe.Iface.class).echo("first");
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        client.close();
        toBack.close();
        front.close();
        back.close();
    }

    private static ThriftClient clientOf(ChainProcess server) {
        return PatientClient.builder()
                .endpoint(ProbeServer.HOST, server.port())
                .dialect(Dialect.HEADER)
                .connectionsPerEndpoint(1)
                .shutdownGrace(Duration.ZERO)
                .build();
    }

    /** Holds the only thread of a server. */
    private static CompletableFuture<String> block(ThriftClient of, ChainProcess server) throws Exception {
        long before = server.count("begun");
        CompletableFuture<String> held = of.stub(Probe.FutureIface.class).held("here");
        Await.that("the server is not blocked", () -> server.count("begun") == before + 1);
        return held;
    }

    private static void release(ChainProcess server, CompletableFuture<String> held) throws Exception {
        server.release("here");
        assertEquals(CallResults.result(held), "here");
        Await.that("calls are in flight", () -> server.count("inFlight") == 0);
    }

    private void hurry() throws Exception {
        CallResults.failure(startHurry(), FailureCause.TIMED_OUT, true);
    }

    /** Makes calls until one is sent: on a busy machine, the deadline may pass before. */
    private CompletableFuture<String> startHurry() throws Exception {
        long before = client.counters().sent();
        while (true) {
            hurried++;
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class, HURRY).held("hurry");
            Await.that("it is neither sent nor over", () -> client.counters().sent() > before || call.isDone());
            if (client.counters().sent() > before) {
                return call;
            }
        }
    }

    /** Makes one more call through the front, and returns when a server has read it, and so all notices before it. */
    private CompletableFuture<String> oneMore(ChainProcess reader, String text) throws Exception {
        long before = reader.count("calls");
        CompletableFuture<String> call = client.stub(Probe.FutureIface.class).echo(text);
        Await.that("the call is not read", () -> reader.count("calls") == before + 1);
        return call;
    }

    private void assertCounts(ChainProcess server, String name, long expected) throws Exception {
        Await.that(name, () -> server.count(name) >= expected);
        assertEquals(server.count(name), expected, name);
    }

    private void assertNobodyWasLate() throws Exception {
        assertEquals(front.count("late"), 0);
        assertEquals(back.count("late"), 0);
        assertEquals(client.counters().timedOut(), hurried);
        assertEquals(client.counters().cancelNotices(), 1);
    }

    public void delayedInFront() throws Exception {
        CompletableFuture<String> held = block(client, front);
        hurry();
        CompletableFuture<String> behind = oneMore(front, "here");
        release(front, held);
        assertEquals(CallResults.result(behind), "here");
        assertCounts(front, "rejected", 1);
        assertEquals(front.count("cancelled") + front.count("expired"), 1);
        assertEquals(front.count("begun"), 1); // what held the thread
        assertEquals(back.count("begun"), 0);
        assertNobodyWasLate();
    }

    public void delayedInBack() throws Exception {
        CompletableFuture<String> held = block(toBack, back);
        hurry();
        assertCounts(front, "failedNext", 1);
        Await.that("the call of the front has not ended", () -> front.count("inFlight") == 0);
        long passedOn = back.count("calls") - FIRST_CALLS - 1; // 0 if the front was slow, on a busy machine
        CompletableFuture<String> behind = oneMore(back, "behind");
        release(back, held);
        assertEquals(CallResults.result(behind), "behind");
        assertEquals(back.count("rejected"), passedOn);
        assertEquals(back.count("cancelled") + back.count("expired"), passedOn);
        assertEquals(back.count("begun"), 1); // what held the thread
        assertNobodyWasLate();
    }

    /** First in front, then in back, which share what the client gave. */
    public void delayedTwice() throws Exception {
        CompletableFuture<String> heldInFront = block(client, front);
        CompletableFuture<String> heldInBack = block(toBack, back);
        CompletableFuture<String> call = startHurry();
        release(front, heldInFront);
        CallResults.failure(call, FailureCause.TIMED_OUT, true);
        Await.that("the call of the front has not ended", () -> front.count("inFlight") == 0);
        long passedOn = back.count("calls") - FIRST_CALLS - 1;
        CompletableFuture<String> behind = oneMore(back, "behind");
        release(back, heldInBack);
        assertEquals(CallResults.result(behind), "behind");
        // On a busy machine the deadline may have passed in front already, or before its call was sent.
        assertEquals(back.count("rejected"), passedOn);
        assertEquals(back.count("cancelled") + back.count("expired"), passedOn);
        assertEquals(back.count("begun"), 1); // what held the thread
        assertNobodyWasLate();
    }

    /** Its clock goes on while it is stopped, but it reads the call late: the notice behind it says so. */
    public void stoppedBack() throws Exception {
        if (File.separatorChar != '/') {
            throw new SkipException("no SIGSTOP on " + System.getProperty("os.name"));
        }
        for (int attempt = 1; !isRejectedByStoppedBack(); attempt++) {
            assertTrue(attempt < ATTEMPTS, "the call has begun each time");
            stop();
            start();
        }
        assertNobodyWasLate();
    }

    /** Returns false if back went on before the notice was sent, on a busy machine: then the call begins. */
    private boolean isRejectedByStoppedBack() throws Exception {
        back.signal("-STOP");
        hurry();
        assertCounts(front, "failedNext", 1);
        Await.that("the call of the front has not ended", () -> front.count("inFlight") == 0);
        long notices = front.count("notices");
        back.signal("-CONT");
        Await.that(
                "the call neither begins nor is rejected",
                () -> back.count("rejected") >= notices || back.count("begun") > 0);
        if (back.count("begun") > 0) {
            return false;
        }
        assertCounts(back, "rejected", notices);
        return true;
    }

    /** The client's call waits for the front, whose call waits in back. */
    public void killedClient() throws Exception {
        CompletableFuture<String> held = block(toBack, back);
        try (ChainProcess victim = new ChainProcess("client", front.port())) {
            assertCounts(front, "begun", 1);
            Await.that("the call is not passed on", () -> back.count("inFlight") == 2);
            victim.close();
        }
        assertCounts(front, "cancelled", 1);
        assertCounts(front, "failedNext", 1);
        assertCounts(front, "notices", 1);
        Await.that("the call of the front has not ended", () -> front.count("inFlight") == 0);
        CompletableFuture<String> behind = oneMore(back, "behind");
        release(back, held);
        assertEquals(CallResults.result(behind), "behind");
        assertCounts(back, "cancelled", 1);
        assertEquals(back.count("rejected"), 1);
        assertEquals(back.count("begun"), 1); // what held the thread
        assertEquals(front.count("late") + back.count("late"), 0);
    }

    /** The bytes of its first call, which waits in front, tell that the client never reads after it has gone. */
    public void killedClientWhoseFirstCallWaits() throws Exception {
        CompletableFuture<String> held = block(client, front);
        try (ChainProcess victim = new ChainProcess("quick-client", front.port())) {
            Await.that("the call does not wait", () -> front.count("inFlight") == 2);
            victim.close();
        }
        Await.that("the call is not dropped", () -> front.count("inFlight") == 1);
        release(front, held);
        assertEquals(front.count("begun"), 1); // what held the thread
        assertEquals(back.count("begun"), 0);
    }
}
