package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** A method with its own threads, all of which block, and quick calls of another method. */
public final class Row66MethodPlacesTest extends RowTest {
    private static final Row ROW = new Row(
            66,
            "10 connections send more calls of a method with its own threads than may be in flight",
            "no call of another method is refused");
    private static final int MAX_IN_FLIGHT = 1_000;
    private static final int GREEDY = 10;
    private static final int QUEUE_MILLIS = 60_000;
    private static final int PIPELINED = 100;

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void otherCallsAreServed(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, Sizes.of(100_000, 1_000), run -> {
            ServerChild server = run.server(run.options()
                    .with("own-threads", "echo")
                    .with("handler", Behaviour.STUCK)
                    .with("order", "AS_COMPLETED")
                    .with(LimitOption.MAX_IN_FLIGHT, MAX_IN_FLIGHT)
                    .with(LimitOption.QUEUE_TIMEOUT_MILLIS, QUEUE_MILLIS));
            ByteArrayOutputStream calls = new ByteArrayOutputStream();
            for (int id = 0; id < MAX_IN_FLIGHT; id++) {
                calls.writeBytes(Frames.echo(id, "stuck"));
            }
            List<Peer> greedy = new ArrayList<>();
            try (Peer other = Peer.connect(server.port(), run.wire())) {
                for (int i = 0; i < GREEDY; i++) {
                    greedy.add(Peer.connect(server.port(), run.wire()));
                    greedy.get(i).send(calls.toByteArray());
                }
                Await.that("the places are not taken", () -> server.state("METHOD_MAX_IN_FLIGHT") > MAX_IN_FLIGHT);
                for (int id = 0; id < run.size(); id += PIPELINED) {
                    ByteArrayOutputStream quick = new ByteArrayOutputStream();
                    for (int i = 0; i < PIPELINED; i++) {
                        quick.writeBytes(Frames.sleep(id + i, 0));
                    }
                    other.send(quick.toByteArray());
                    for (int i = 0; i < PIPELINED; i++) {
                        Frames.Reply reply = other.reply();
                        run.require(!reply.isException(), "a call was refused: " + reply.text());
                    }
                }
                run.figure("calls of the method refused", server.state("METHOD_MAX_IN_FLIGHT"));
                run.requireEqual("other calls refused", server.state("MAX_IN_FLIGHT"), 0);
                server.release();
            } finally {
                for (Peer peer : greedy) {
                    peer.reset();
                }
            }
            Await.that("calls stay in flight", () -> server.state("inFlight") == 0);
            run.requireNoStackTrace(server);
        });
    }
}
