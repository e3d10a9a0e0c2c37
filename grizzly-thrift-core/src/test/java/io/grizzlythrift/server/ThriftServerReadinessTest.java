package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests the states of a server that probes and {@code main} can observe. */
@Test(timeOut = 120_000)
public final class ThriftServerReadinessTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Duration LONG = Duration.ofMinutes(50);

    private final HeldProcessor processor = new HeldProcessor();

    private ThriftServerBuilder builder() {
        return Strategies.WORKER_THREAD.builder(processor).protocol(PROTOCOL);
    }

    private static CompletableFuture<Boolean> shutdown(ThriftServer server, Duration grace) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        new Thread(() -> result.complete(server.shutdown(grace)), "shutdown").start();
        return result;
    }

    private static boolean get(CompletableFuture<Boolean> result) throws Exception {
        return result.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static void assertServes(RawClient client, int sequenceId) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", sequenceId));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), sequenceId);
    }

    public void fromStartToStop() throws Exception {
        try (ThriftServer server = builder().build()) {
            assertFalse(server.isRunning() || server.isReady(), "before the start");
            server.start();
            assertTrue(server.isRunning() && server.isReady());
            assertFalse(server.awaitTermination(Duration.ZERO));
            assertTrue(server.shutdown(LONG));
            assertFalse(server.isRunning() || server.isReady(), "stopped");
            assertTrue(server.awaitTermination(Duration.ZERO));
            server.awaitTermination();
        }
    }

    public void aStartThatFails() throws Exception {
        ThriftServer server;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server = builder().listen("127.0.0.1", taken.getLocalPort()).build();
            expectThrows(UncheckedIOException.class, server::start);
            assertFalse(server.isRunning() || server.isReady());
        }
        assertTrue(server.start().isReady());
        server.close();
    }

    public void runningButNotReadyWhileItDrains() throws Exception {
        ThriftServer server = builder().build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
            processor.awaitStart(1);
            CompletableFuture<Boolean> stopped = shutdown(server, LONG);
            Await.that("the server stays ready", () -> !server.isReady());
            assertTrue(server.isRunning());
            processor.release(1);
            assertTrue(get(stopped));
            assertFalse(server.isRunning());
        }
    }

    /** Every waiting thread returns, whether it began to wait before or after the start. */
    public void terminationIsAwaited() throws Exception {
        ThriftServer server = builder().build();
        CompletableFuture<Boolean> early = new CompletableFuture<>();
        Thread main = new Thread(
                () -> {
                    try {
                        server.awaitTermination();
                        early.complete(server.isRunning());
                    } catch (InterruptedException e) {
                        early.completeExceptionally(e);
                    }
                },
                "main");
        main.start();
        Await.that("main does not wait", () -> main.getState() == Thread.State.WAITING);
        server.start();
        assertFalse(early.isDone());
        server.close();
        assertFalse(get(early), "still running");
    }

    public void anInterruptEndsTheWaitAlone() {
        try (ThriftServer server = builder().build().start()) {
            Thread.currentThread().interrupt();
            expectThrows(InterruptedException.class, server::awaitTermination);
            Thread.currentThread().interrupt();
            expectThrows(InterruptedException.class, () -> server.awaitTermination(LONG));
            assertTrue(server.isReady());
        }
    }

    public void timeoutsAreBounded() throws Exception {
        try (ThriftServer server = builder().build()) {
            assertTrue(server.shutdown(Duration.ZERO));
            assertTrue(server.awaitTermination(Duration.ofDays(365)));
            for (Duration bad :
                    new Duration[] {Duration.ofNanos(-1), Duration.ofDays(365).plusNanos(1)}) {
                IllegalArgumentException refused =
                        expectThrows(IllegalArgumentException.class, () -> server.awaitTermination(bad));
                assertTrue(refused.getMessage().startsWith("timeout is " + bad), refused.getMessage());
            }
        }
    }

    /** Load balancers have the delay to notice. Until it ends, open connections are served and new ones accepted. */
    public void servesDuringTheDelay() throws Exception {
        ThriftServer server = builder().drainDelay(Duration.ofHours(1)).build().start();
        try (RawClient before = new RawClient(server)) {
            assertServes(before, 1);
            CompletableFuture<Boolean> stopped = shutdown(server, LONG);
            Await.that("the server stays ready", () -> !server.isReady());
            assertServes(before, 2);
            try (RawClient after = new RawClient(server)) {
                assertServes(after, 3);
            }
            assertTrue(server.isRunning());
            assertFalse(stopped.isDone());
            server.shutdown(Duration.ZERO);
            get(stopped);
        }
    }

    public void theDrainFollowsTheDelay() throws Exception {
        ThriftServer server = builder().drainDelay(Duration.ofMillis(1)).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 7));
            processor.awaitStart(7);
            CompletableFuture<Boolean> stopped = shutdown(server, LONG);
            Await.that("still listening", () -> !DrainingServer.isListening(server));
            processor.release(7);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 7);
            assertTrue(get(stopped), "drained");
        }
    }

    public void noDelayForAServerThatNeverStarted() {
        builder().drainDelay(Duration.ofHours(1)).build().close();
    }

    public void zeroGraceSkipsTheDelay() {
        ThriftServer server = builder().drainDelay(Duration.ofHours(1)).build().start();
        server.shutdown(Duration.ZERO);
        assertFalse(server.isRunning());
    }
}
