package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import org.testng.annotations.Test;

/** A server that is shut down while a handler does not return. */
public final class Row11StuckHandlerTest extends RowTest {
    private static final Row ROW = new Row(11, "drain with a stuck handler", "ends at the grace + 1 s");
    private static final Duration GRACE = Duration.ofMillis(200);
    /** Bound for closing connections after the server has ended. */
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(3);

    private static final Duration END_WITHIN = Duration.ofSeconds(1);

    /** The handler ends when it is interrupted. */
    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void handlerThatCanBeInterrupted(Strategy strategy) throws Exception {
        ROW.run("can be interrupted", strategy, Wire.PLAIN, 1, run -> drain(run, Behaviour.STUCK, 1));
    }

    /** The handlers ignore interrupts, and there are more of them than threads of any strategy. */
    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void deafHandlersOnEveryThread(Strategy strategy) throws Exception {
        ROW.run("deaf ones on every thread", strategy, Wire.PLAIN, 20, run -> drain(run, Behaviour.DEAF, 2));
    }

    private static void drain(RowRun run, Behaviour behaviour, int stuckAtLeast) throws Exception {
        ServerChild server = run.server(run.options().with("handler", behaviour));
        Peer[] peers = new Peer[run.size()];
        try {
            for (int i = 0; i < run.size(); i++) {
                peers[i] = Peer.connect(server.port(), run.wire());
            }
            long all = run.rest(server, "accepted") + run.size();
            Await.that("all are accepted", () -> server.state("accepted") == all);
            for (Peer peer : peers) {
                peer.send(Frames.echo(1, "never answered"));
            }
            Await.that("handlers are stuck", () -> server.state("running") >= stuckAtLeast);
            server.drain(GRACE);
            ServerChild.Drained drained = server.drained();
            run.require(!drained.complete(), "a stuck handler counts as drained");
            run.require(drained.took().compareTo(GRACE) >= 0, "ended before the grace, after " + drained.took());
            run.requireWithin("end after the grace", drained.took().minus(GRACE), END_WITHIN);
            for (Peer peer : peers) {
                peer.requireClosedWithin(CLOSED_WITHIN);
            }
            run.figure("threads left", server.state("serverThreads"));
            server.release();
            Await.that("threads of the server end", () -> server.state("serverThreads") == 0);
        } finally {
            for (Peer peer : peers) {
                if (peer != null) {
                    peer.close();
                }
            }
        }
    }
}
