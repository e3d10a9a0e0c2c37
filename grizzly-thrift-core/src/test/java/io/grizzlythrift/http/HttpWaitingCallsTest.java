package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Requests;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.thrift.TApplicationException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests calls over HTTP that wait for the only thread while a handler occupies it. */
@Test(timeOut = 120_000)
public final class HttpWaitingCallsTest {
    private final Requests requests = new Requests(ThriftProtocol.BINARY);
    private EverythingHandler handler;
    private ExecutorService threads;

    @BeforeMethod
    void start() {
        handler = new EverythingHandler();
        threads = Executors.newCachedThreadPool();
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        threads.shutdownNow();
    }

    private HttpHost start(UnaryOperator<ServerLimits.Builder> limits) throws IOException {
        return new HttpHost(ThriftHttpHandler.builder()
                .name(UniqueName.of("http-waiting"))
                .processor(new Everything.Processor<>(handler))
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .limits(limits.apply(ServerLimits.builder()).build())
                .build());
    }

    private Future<String> holdTheOnlyThread(HttpHost host) throws Exception {
        Future<String> held = threads.submit(() -> host.holdTheOnlyThread("key"));
        handler.held("key").entered.get(30, TimeUnit.SECONDS);
        return held;
    }

    private static long waitingBytes(HttpHost host) {
        return host.counters().bufferedBytes(MemoryPart.WAITING_FRAMES);
    }

    /** Only the timeout monitor can reject it. */
    public void anOverdueCallIsRejectedWithoutAThread() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.queueTimeout(Duration.ofMillis(200)))) {
            Future<String> held = holdTheOnlyThread(host);
            long ofTheHeldCall = waitingBytes(host);
            Everything.Client second = host.client(ThriftProtocol.BINARY);
            String rejection = threads.submit(() -> expectThrows(TApplicationException.class, second::ping))
                    .get(30, TimeUnit.SECONDS)
                    .getMessage();
            assertTrue(rejection.contains("queueTimeout is 200 ms"), rejection);
            assertFalse(held.isDone(), log.text());
            Await.that("it holds memory", () -> waitingBytes(host) <= ofTheHeldCall);
            Await.that("only the held call is in flight", () -> host.counters().inFlight() == 1);
            handler.held("key").reply.complete("answer");
            assertEquals(held.get(30, TimeUnit.SECONDS), "answer");
        }
    }

    /**
     * It no longer counts towards the limit, although the thread is still occupied. The test closes the connection
     * itself: Grizzly does not read a connection whose request is pending, so it would not notice that the peer is
     * gone.
     */
    public void aWaitingCallOfAClosedConnectionIsDropped() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.queueTimeout(Duration.ofHours(1)))) {
            Future<String> held = holdTheOnlyThread(host);
            CompletableFuture<Connection<?>> accepted = nextConnection(host);
            try (Socket socket = host.connect()) {
                HttpHost.writePost(socket, requests.call("hold", 2, new Everything.hold_args("never")));
                Await.that("the call does not wait", () -> host.counters().inFlight() == 2);
                accepted.get(30, TimeUnit.SECONDS).terminateSilently();
                Await.that("the call still waits", () -> host.counters().droppedCalls() == 1);
            }
            Await.that("its place is taken", () -> host.counters().inFlight() == 1);
            assertEquals(host.counters().rejectedCalls(), 0, log.text());
            assertFalse(held.isDone());
            handler.held("key").reply.complete("answer");
            assertEquals(held.get(30, TimeUnit.SECONDS), "answer");
            host.client(ThriftProtocol.BINARY).ping();
            assertFalse(handler.held("never").entered.isDone(), "the dropped call ran");
            assertEquals(host.counters().droppedCalls(), 1);
            Await.that("memory is held", () -> host.counters().bufferedBytes() == 0);
        }
    }

    private static CompletableFuture<Connection<?>> nextConnection(HttpHost host) {
        CompletableFuture<Connection<?>> next = new CompletableFuture<>();
        host.transport().getConnectionMonitoringConfig().addProbes(new ConnectionProbe.Adapter() {
            @Override
            @SuppressWarnings("rawtypes") // as in the method of Grizzly's
            public void onReadEvent(Connection connection, Buffer data, int size) {
                next.complete(connection);
            }
        });
        return next;
    }
}
