package io.grizzlythrift.scorecard.lifecycle;

import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ScorecardHandler;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Map;
import org.testng.annotations.Test;

/** Peers that understand the close notice of a draining server, but read neither it nor their replies. */
public final class Row54DeafPeersDrainTest extends RowTest {
    private static final Row ROW = new Row(
            54,
            "peers that know the close notice and never read, beside a drain",
            "terminated at the write timeout; the drain does not wait for its grace");
    private static final int PEERS = Sizes.of(50, 10);
    private static final int CALLS = 2_000;
    private static final Duration GRACE = Duration.ofMinutes(2);
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(Sizes.of(4, 1));

    /** The write timeout, the second in which a peer may close, and checks. */
    private static final Duration WITHIN = WRITE_TIMEOUT.plusSeconds(6);

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void theDrainEndsAtTheWriteTimeout(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, PEERS, Row54DeafPeersDrainTest::drain);
    }

    private static void drain(RowRun run) throws Exception {
        ServerChild server = run.server(run.options()
                .with("handler", Behaviour.LARGE)
                .with(LimitOption.WRITE_TIMEOUT_MILLIS, WRITE_TIMEOUT.toMillis()));
        long before = run.rest(server, "calls");
        try (Crowd deaf = Crowd.start(server.port(), run.wire(), run.size(), Manner.deaf(calls()), Await.LONG)) {
            Await.that(
                    "all peers connect and call",
                    () -> deaf.connected() == run.size() && server.state("calls") >= before + run.size());
            server.drain(GRACE);
            ServerChild.Drained drained = server.drained();
            run.require(drained.complete(), "the drain ended at its grace");
            run.requireWithin("drained in", drained.took(), WITHIN);
            Map<String, Long> state = server.state();
            run.figure("ends for the write timeout", state.get(LimitType.WRITE_TIMEOUT.name()));
            run.requireEqual("open connections", state.get("open"), 0);
            Await.that("threads of the server end", () -> server.state("serverThreads") == 0);
            run.requireNoStackTrace(server);
        }
    }

    private static byte[] calls() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(Frames.echo(CloseNotice.CLIENT_ID, Integer.toString(ScorecardHandler.LARGEST_CHARS)));
        for (int i = 0; i < CALLS; i++) {
            all.writeBytes(Frames.echo(i, Integer.toString(ScorecardHandler.LARGEST_CHARS)));
        }
        return all.toByteArray();
    }
}
