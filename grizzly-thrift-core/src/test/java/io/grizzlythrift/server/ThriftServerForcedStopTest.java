package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Tests that a server stops soon after the grace expires, whatever its handlers and peers do. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ThriftServerForcedStopTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final Duration SHORT = Duration.ofMillis(100);

    private static ThriftServerBuilder builder(Strategies strategy, EverythingHandler handler) {
        return strategy.builder(new Everything.Processor<>(handler)).protocol(PROTOCOL);
    }

    /** Shuts down with a short grace; fails if that does not return. */
    private static boolean shutdown(ThriftServer server) throws Exception {
        return CompletableFuture.supplyAsync(() -> server.shutdown(SHORT)).get(20, TimeUnit.SECONDS);
    }

    public void aStuckHandlerIsInterruptedAtTheEndOfTheGrace(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server = builder(strategy, handler).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(REQUESTS.call("hold", 1, new Everything.hold_args("stuck")));
            handler.held("stuck").entered.get(20, TimeUnit.SECONDS);
            Set<Thread> threads = ServerThreads.of(server);
            assertFalse(shutdown(server), "drained");
            handler.held("stuck").interrupted.get(20, TimeUnit.SECONDS);
            client.readUntilClosedByServer();
            ServerThreads.assertEnd(threads);
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }

    /** Pipelined calls behind an interrupted one are not started. */
    public void noCallStartsAfterTheGrace(Strategies strategy) throws Exception {
        AtomicInteger started = new AtomicInteger();
        CountDownLatch entered = new CountDownLatch(1);
        ThriftServer server = strategy.builder((in, out) -> {
                    started.incrementAndGet();
                    entered.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        throw new TException("interrupted", e);
                    }
                })
                .protocol(PROTOCOL)
                .build()
                .start();
        try (RawClient client = new RawClient(server);
                LogCapture quiet = LogCapture.start()) {
            byte[][] calls = new byte[200][];
            Arrays.fill(calls, REQUESTS.echoString(1, "never"));
            client.sendFrames(calls);
            assertTrue(entered.await(20, TimeUnit.SECONDS));
            Set<Thread> threads = ServerThreads.of(server);
            assertFalse(shutdown(server), "drained");
            ServerThreads.assertEnd(threads);
            assertTrue(started.get() <= Strategies.THREADS, started + " calls were started, " + quiet.text());
        }
    }

    /** A shutdown without a grace does not wait for the long grace of another thread. */
    public void theGraceThatEndsFirstCounts(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server = builder(strategy, handler).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(REQUESTS.call("hold", 1, new Everything.hold_args("stuck")));
            handler.held("stuck").entered.get(20, TimeUnit.SECONDS);
            CompletableFuture<Boolean> patient =
                    CompletableFuture.supplyAsync(() -> server.shutdown(Duration.ofHours(1)));
            CompletableFuture<Boolean> hasty = CompletableFuture.supplyAsync(() -> server.shutdown(Duration.ZERO));
            assertFalse(hasty.get(20, TimeUnit.SECONDS), "drained");
            assertFalse(patient.get(20, TimeUnit.SECONDS), "drained");
            handler.held("stuck").interrupted.get(20, TimeUnit.SECONDS);
        }
    }

    /** A shutdown ends even if a handler ignores its interrupt. */
    public void aHandlerThatIgnoresItsInterrupt(Strategies strategy) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ThriftServer server = strategy.builder((in, out) -> {
                    entered.countDown();
                    while (released.getCount() > 0) {
                        LockSupport.parkNanos(1_000_000);
                        Thread.interrupted();
                    }
                })
                .protocol(PROTOCOL)
                .build()
                .start();
        try (RawClient client = new RawClient(server);
                LogCapture log = LogCapture.start()) {
            client.sendFrames(REQUESTS.echoString(1, "lost"));
            assertTrue(entered.await(20, TimeUnit.SECONDS));
            Set<Thread> threads = ServerThreads.of(server);
            assertFalse(shutdown(server), "drained");
            assertEquals(log.awaitCount("ignores its interrupt"), 1, log.text());
            released.countDown();
            ServerThreads.assertEnd(threads);
        } finally {
            released.countDown();
            server.shutdown(Duration.ZERO);
        }
    }

    /** A peer that does not read its replies does not stop the server from stopping. */
    public void aClientThatDoesNotRead(Strategies strategy) throws Exception {
        ThriftServer server = builder(strategy, new EverythingHandler()).build().start();
        try (RawClient client = new RawClient(server)) {
            byte[] large = REQUESTS.echoString(1, "x".repeat(8 << 20)); // more than the buffers of both sockets
            client.sendFrames(large);
            Await.that("the reply does not arrive", client::hasBytes); // a call is counted before it is admitted
            Set<Thread> threads = ServerThreads.of(server);
            assertFalse(shutdown(server), "drained");
            ServerThreads.assertEnd(threads);
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }

    /** A handler may stop its own server. */
    public void aHandlerMayStopItsServer(Strategies strategy) throws Exception {
        CompletableFuture<ThriftServer> self = new CompletableFuture<>();
        CompletableFuture<Boolean> stopped = new CompletableFuture<>();
        ThriftServer server = strategy.builder(
                        (in, out) -> stopped.complete(self.join().shutdown(SHORT)))
                .build()
                .start();
        self.complete(server);
        try (RawClient client = new RawClient(server)) {
            Set<Thread> threads = ServerThreads.of(server);
            client.sendFrames(new Requests(ThriftProtocol.BINARY).echoString(1, "stop"));
            stopped.get(20, TimeUnit.SECONDS);
            client.assertClosedByServer();
            ServerThreads.assertEnd(threads);
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }
}
