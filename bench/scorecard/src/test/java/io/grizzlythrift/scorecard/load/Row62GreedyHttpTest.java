package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.HttpRequests;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.testng.annotations.Test;

/** An HTTP connection that pipelines more slow calls than may be in flight, and new connections beside it. */
public final class Row62GreedyHttpTest extends RowTest {
    private static final Row ROW = new Row(
            62,
            "2,000 POSTs of 10 ms pipelined on 1 HTTP connection, 1,000 calls allowed",
            "the server stays ready, and no call of a new connection is refused");
    private static final int GREEDY_CALLS = 2_000;
    private static final int MAX_IN_FLIGHT = 1_000;
    private static final int CALL_MILLIS = 10;
    private static final int QUEUE_MILLIS = 60_000;
    private static final Duration READY = Duration.ofSeconds(1);

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void areServed(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, GREEDY_CALLS, Row62GreedyHttpTest::newConnectionsAreServed);
    }

    private static void newConnectionsAreServed(RowRun run) throws Exception {
        ServerChild server = run.server(run.options()
                .with("http", true)
                .with(LimitOption.MAX_IN_FLIGHT, MAX_IN_FLIGHT)
                .with(LimitOption.QUEUE_TIMEOUT_MILLIS, QUEUE_MILLIS));
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        for (int id = 0; id < GREEDY_CALLS; id++) {
            calls.writeBytes(HttpRequests.post(Frames.sleep(id, CALL_MILLIS)));
        }
        try (Peer greedy = Peer.connect(server.port(), run.wire())) {
            greedy.send(calls.toByteArray());
            Await.that("no call arrives", () -> {
                return server.state("inFlight") > 1;
            });
            long longest = 0;
            for (int i = 0; i < Sizes.of(100, 20); i++) {
                long begin = System.nanoTime();
                try (Peer fresh = Peer.connect(server.port(), run.wire())) {
                    fresh.send(HttpRequests.get("/health/ready"));
                    HttpRequests.Response ready = fresh.response();
                    run.require(ready.status() == 200, "the server is not ready: " + ready.text());
                    longest = Math.max(longest, System.nanoTime() - begin);
                    fresh.send(HttpRequests.post(Frames.sleep(i, 0)));
                    Frames.Reply reply = Frames.reply(fresh.response().body());
                    run.requireEqual("sequence id", reply.sequenceId(), i);
                    run.require(!reply.isException(), "a call was refused: " + reply.text());
                }
            }
            run.requireWithin("longest until ready", Duration.ofNanos(longest), READY);
            greedy.reset();
        }
        run.requireNoStackTrace(server);
    }
}
