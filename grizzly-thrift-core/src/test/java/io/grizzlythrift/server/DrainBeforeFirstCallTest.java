package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that a drain loses no oneway calls of a client of this library whose first call has arrived but waits for a
 * thread: the client sends more calls until it is asked to close the connection.
 */
@Test(timeOut = 60_000)
public final class DrainBeforeFirstCallTest {
    private static final int HELD = 100;

    @DataProvider
    static Object[][] messages() {
        return new Object[][] {
            {ThriftProtocol.BINARY, 0},
            {ThriftProtocol.COMPACT, 0},
            {ThriftProtocol.BINARY, HeaderFrame.ZLIB},
            {ThriftProtocol.COMPACT, HeaderFrame.ZLIB},
            {ThriftProtocol.BINARY, HeaderFrame.ZSTD}
        };
    }

    private static byte[] oneway(ThriftProtocol protocol, int transform, int id) throws Exception {
        byte[] message = HeldProcessor.oneway(protocol, "fast", id);
        return transform == 0
                ? message
                : HeaderFrame.of(protocol, id, message).compress(transform).bytes();
    }

    @Test(dataProvider = "messages")
    public void onewayCallsRun(ThriftProtocol protocol, int transform) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        ThriftServer server = Strategies.WORKER_THREAD
                .builder(processor)
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .build()
                .start();
        try (RawClient busy = new RawClient(server);
                RawClient client = new RawClient(server)) {
            busy.sendFrames(HeldProcessor.call(protocol, "hold", HELD));
            processor.awaitStart(HELD);
            client.sendFrames(oneway(protocol, transform, CloseNotice.CLIENT_ID));
            Await.that("the first call waits", () -> server.counters().inFlight() == 2);
            CompletableFuture<Boolean> stopped =
                    CompletableFuture.supplyAsync(() -> server.shutdown(Duration.ofMinutes(1)));
            Await.that("it drains", () -> !DrainingServer.isListening(server));
            client.sendFrames(oneway(protocol, transform, 2), oneway(protocol, transform, 3));
            Await.that("they are read", () -> server.counters().calls() == 4);
            processor.release(HELD);
            processor.awaitStart(2);
            processor.awaitStart(3);
            assertEquals(server.counters().rejectedCalls(), 0);
            client.endOutput();
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
        } finally {
            processor.release(HELD);
            server.shutdown(Duration.ZERO);
        }
    }
}
