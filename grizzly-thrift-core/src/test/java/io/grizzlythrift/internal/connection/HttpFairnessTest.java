package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import org.testng.annotations.Test;

/** Tests that an HTTP connection that pipelines many calls leaves places to others, whatever they speak. */
@Test(timeOut = 120_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
public final class HttpFairnessTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int MAX_IN_FLIGHT = 96;
    private static final int GREEDY_CALLS = 300;

    /** What one connection may have: {@code FairShare} says five sixths. */
    private static final int SHARE = 81;

    private static ThriftServerBuilder builder(Strategies strategy, HeldProcessor processor) {
        return strategy.builder(processor)
                .protocol(PROTOCOL)
                .http(true)
                .limits(Strategies.patient().maxInFlight(MAX_IN_FLIGHT).build());
    }

    private static byte[] requests(boolean health) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int id = 0; id < GREEDY_CALLS; id++) {
            all.writeBytes(HttpSocket.post(HeldProcessor.call(PROTOCOL, "hold", id)));
            if (health) {
                all.writeBytes(HttpSocket.get("/health/live"));
            }
        }
        return all.toByteArray();
    }

    public void othersAreServedBesideAGreedyConnection(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = builder(strategy, processor).build().start();
                HttpSocket greedy = new HttpSocket(server);
                HttpSocket sparse = new HttpSocket(server);
                RawClient framed = new RawClient(server)) {
            greedy.send(requests(false));
            Await.that("not all calls arrive", () -> server.counters().calls() == GREEDY_CALLS);
            assertTrue(server.counters().reached(LimitType.MAX_IN_FLIGHT) >= GREEDY_CALLS - SHARE);
            assertTrue(server.counters().inFlight() <= SHARE, server.counters().inFlight() + " calls in flight");
            assertEquals(sparse.send(HttpSocket.get("/health/ready")).read().text(), "ready\n");
            sparse.send(HttpSocket.post(HeldProcessor.call(PROTOCOL, "fast", 1_000)));
            framed.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1_001));
            release(processor);
            assertFalse(new Reply(PROTOCOL, sparse.read().body()).isException(), "HTTP was rejected");
            assertFalse(framed.readReply(PROTOCOL).isException(), "a framed call was rejected");
            for (int id = 0; id < GREEDY_CALLS; id++) {
                assertEquals(new Reply(PROTOCOL, greedy.read().body()).sequenceId(), id);
            }
        }
    }

    /** Responses to health that wait for calls in front of them count like calls. */
    public void healthPipelinedBetweenCalls(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = builder(strategy, processor).build().start();
                HttpSocket socket = new HttpSocket(server)) {
            socket.send(requests(true));
            Await.that("not all calls arrive", () -> server.counters().calls() == GREEDY_CALLS);
            assertTrue(server.counters().inFlight() <= SHARE, server.counters().inFlight() + " calls in flight");
            assertTrue(
                    server.counters().inFlight() >= SHARE / 2, server.counters().inFlight() + " calls in flight");
            release(processor);
            for (int id = 0; id < GREEDY_CALLS; id++) {
                assertEquals(new Reply(PROTOCOL, socket.read().body()).sequenceId(), id);
                assertEquals(socket.read().text(), "live\n");
            }
        }
    }

    private static void release(HeldProcessor processor) {
        for (int id = 0; id < GREEDY_CALLS; id++) {
            processor.release(id);
        }
    }
}
