package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.testng.annotations.Test;

/** A oneway call that is running while other calls follow on its connection. */
public final class Row33OnewayTest extends RowTest {
    private static final Row ROW = new Row(
            33,
            "a oneway call that runs, calls behind it on its connection",
            "all answered while it runs; in flight alone; a drain waits for it");
    private static final Duration GRACE = Duration.ofMinutes(1);
    private static final int IN_ONE_WRITE = 20;

    @Test(dataProvider = "strategiesWithAPool", timeOut = LIMIT_MILLIS)
    public void callsBehindIt(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, Sizes.of(20_000, 500), Row33OnewayTest::call);
    }

    private static void call(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with("handler", Behaviour.LARGE));
        try (Peer peer = Peer.connect(server.port(), run.wire())) {
            peer.send(onewayAndCalls());
            for (int call = 1; call <= IN_ONE_WRITE; call++) {
                requireReply(run, peer, call);
            }
            run.requireEqual("oneway calls that run", server.state("running"), 1);
            for (int call = 1; call <= run.size(); call++) {
                peer.send(Frames.echo(call, "5"));
                requireReply(run, peer, call);
            }
            run.requireEqual("oneway calls that run", server.state("running"), 1);
            Await.that("it is in flight alone", () -> server.state("inFlight") == 1);
            server.drain(GRACE);
            Await.that("calls are served while the server drains", () -> {
                peer.send(Frames.echo(1, "5"));
                return peer.reply().isException();
            });
            run.requireEqual("oneway calls that run", server.state("running"), 1);
            server.release();
            run.require(server.drained().complete(), "the drain did not wait for it");
            peer.requireClosedWithin(GRACE);
        }
        run.requireNoStackTrace(server);
    }

    /** Returns a oneway call with calls before and after it, for one write. */
    private static byte[] onewayAndCalls() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int call = 1; call <= IN_ONE_WRITE; call++) {
            all.writeBytes(Frames.echo(call, "5"));
            if (call == IN_ONE_WRITE / 2) {
                all.writeBytes(Frames.oneway(0, ScorecardHandler.WAITS));
            }
        }
        return all.toByteArray();
    }

    private static void requireReply(RowRun run, Peer peer, int call) throws Exception {
        Frames.Reply reply = peer.reply();
        run.requireEqual("sequence id of the reply", reply.sequenceId(), call);
        run.require(!reply.isException(), "not served: " + reply);
    }
}
