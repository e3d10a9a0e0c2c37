package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Map;
import org.testng.annotations.Test;

/** Clients that all connect at the same time. */
public final class Row15ConnectStormTest extends RowTest {
    private static final Row ROW = new Row(15, "connects within 1 s", "all served or refused, none hangs");

    /** If the backlog is full, the operating system retries a connect after 1, 3, 7 and 15 s. */
    private static final Duration END_WITHIN = Duration.ofSeconds(30);

    /** Number of connections over the limit; fewer than the backlog holds. */
    private static final int BEYOND = Sizes.of(800, 40);

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void allAreServed(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, Sizes.of(10_000, 500), Row15ConnectStormTest::storm);
    }

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void thoseBeyondTheLimitWait(Strategy strategy) throws Exception {
        ROW.run(
                BEYOND + " more than maxConnections",
                strategy,
                Wire.PLAIN,
                Sizes.of(10_000, 500),
                Row15ConnectStormTest::overflow);
    }

    private static void storm(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with(LimitOption.MAX_CONNECTIONS, run.size() + 100));
        long begin = System.nanoTime();
        try (Crowd crowd = start(server, run, run.size(), caller().rush())) {
            Await.that(
                    "each is served or refused",
                    END_WITHIN,
                    () -> crowd.answered() + crowd.refused() + crowd.closedByServer() >= run.size());
            run.figure("last end", Duration.ofNanos(System.nanoTime() - begin));
            run.figure("served", crowd.answered());
            run.figure("refused", crowd.refused() + crowd.closedByServer());
            run.requireEqual("open connections", server.state("open"), crowd.answered());
        }
        run.requireNoStackTrace(server);
    }

    private static void overflow(RowRun run) throws Exception {
        int most = run.size() - BEYOND;
        ServerChild server = run.server(run.options().with(LimitOption.MAX_CONNECTIONS, most));
        long accepted = run.rest(server, "accepted");
        long begin = System.nanoTime();
        // Not in a rush: while the backlog is full, the kernel sends SYN cookies, and sometimes resets a peer whose
        // connection it accepts nevertheless. The server never learns that this peer is gone.
        try (Crowd first = start(server, run, most, caller())) {
            Await.that("as many as may be are served", END_WITHIN, () -> first.answered() == most);
            run.figure("first ones served", Duration.ofNanos(System.nanoTime() - begin));
            try (Crowd more = start(server, run, BEYOND, caller())) {
                Await.that("the others wait", () -> more.connected() == BEYOND);
                Await.that(
                        "accepting pauses",
                        () -> server.reached(LimitType.MAX_CONNECTIONS)
                                > run.rest(server, LimitType.MAX_CONNECTIONS.name()));
                Map<String, Long> state = server.state();
                run.requireEqual("accepted", state.get("accepted") - accepted, most);
                run.requireEqual("open", state.get("open"), most);
                run.requireEqual("answered beyond the limit", more.answered(), 0);
                long closed = System.nanoTime();
                first.leave();
                Await.that("the others are served", END_WITHIN, () -> more.answered() == BEYOND);
                run.figure("the others served", Duration.ofNanos(System.nanoTime() - closed));
            }
        }
        run.requireNoStackTrace(server);
    }

    private static Manner caller() throws Exception {
        return Manner.prompt(Frames.echo(1, "one of many"));
    }

    private static Crowd start(ServerChild server, RowRun run, int count, Manner caller) throws Exception {
        return Crowd.start(server.port(), run.wire(), count, caller, Duration.ofMillis(LIMIT_MILLIS));
    }
}
