package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the header {@code :drain} of replies. */
@Test(timeOut = 60_000, dataProvider = "strategies")
public final class HeaderDrainTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Map<String, String> DRAIN = Map.of(":drain", "true");

    @DataProvider
    Object[][] strategies() {
        return new Object[][] {
            {Strategies.SAME_THREAD, ThriftProtocol.BINARY},
            {Strategies.WORKER_THREAD, ThriftProtocol.COMPACT},
            {Strategies.LEADER_FOLLOWER, ThriftProtocol.BINARY}
        };
    }

    private static byte[] call(ThriftProtocol protocol, String method, int sequenceId) throws Exception {
        return HeaderFrame.of(protocol, sequenceId, HeldProcessor.call(protocol, method, sequenceId))
                .bytes();
    }

    private static Map<String, String> headersOfReply(RawClient client, int sequenceId) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        assertEquals(reply.sequenceId(), sequenceId);
        return reply.headers();
    }

    private static Map<String, String> headersOfCall(RawClient client, ThriftProtocol protocol) throws Exception {
        client.sendFrames(call(protocol, "fast", 5));
        return headersOfReply(client, 5);
    }

    private static CompletableFuture<Boolean> shutdown(ThriftServer server) {
        return CompletableFuture.supplyAsync(() -> server.shutdown(LONG));
    }

    public void duringTheDelayRepliesAskForNoMoreCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server =
                        strategy.builder(processor).drainDelay(LONG).build().start();
                RawClient client = new RawClient(server)) {
            assertEquals(headersOfCall(client, protocol), Map.of());
            CompletableFuture<Boolean> stopped = shutdown(server);
            Await.that(
                    "replies do not ask", () -> headersOfCall(client, protocol).equals(DRAIN));
            try (RawClient later = new RawClient(server)) {
                assertEquals(headersOfCall(later, protocol), DRAIN);
            }
            server.shutdown(Duration.ZERO);
            stopped.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }

    public void theReplyToACallInFlightAsksForNoMoreCalls(Strategies strategy, ThriftProtocol protocol)
            throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(call(protocol, "hold", 9));
            processor.awaitStart(9);
            CompletableFuture<Boolean> stopped = DrainingServer.drain(server, LONG);
            processor.release(9);
            assertEquals(headersOfReply(client, 9), DRAIN);
            assertTrue(stopped.get(Await.LONG.toSeconds(), TimeUnit.SECONDS));
        }
    }
}
