package io.grizzlythrift.scorecard;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.Crowd.Manner;
import io.grizzlythrift.server.ServerLimit;
import java.time.Duration;
import org.testng.annotations.Test;

/** Clients that begin a call and send one byte after the other, slowly. */
public final class Row02SlowLorisTest extends RowTest {
    private static final Row ROW = new Row(
            2,
            "slow-loris peers, one byte a second",
            "all closed by the frame deadline + 1 s; p99 of healthy clients under twice the baseline");
    private static final Duration FRAME_TIMEOUT = Duration.ofSeconds(Sizes.of(10, 1));
    private static final Duration PAUSE = Duration.ofMillis(Sizes.of(1_000, 100));
    private static final int HEALTHY_CALLS = Sizes.of(40_000, 200);
    private static final String TEXT = "slow".repeat(100);

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void areClosedInTime(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, Sizes.of(2_000, wire == Wire.TLS ? 30 : 100), Row02SlowLorisTest::crawl);
    }

    private static void crawl(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with(LimitOption.FRAME_TIMEOUT_MILLIS, FRAME_TIMEOUT.toMillis()));
        ThriftClient client = run.client(server, options -> options.callTimeout(Await.LONG));
        HealthyCalls.p99(client, HEALTHY_CALLS); // compiles
        Duration alone = HealthyCalls.p99(client, HEALTHY_CALLS);
        Manner slow = Manner.slow(Frames.echo(1, TEXT), PAUSE);
        long late = run.rest(server, ServerLimit.FRAME_TIME.name());
        try (Crowd crowd = Crowd.start(server.port(), run.wire(), run.size(), slow, Duration.ofMillis(LIMIT_MILLIS))) {
            Await.that("all are open", Duration.ofMinutes(1), () -> crowd.connected() + crowd.refused() == run.size());
            Duration beside = HealthyCalls.p99(client, HEALTHY_CALLS);
            run.figure("p99 alone", alone);
            run.figure("p99 beside them", beside);
            Await.that("all are closed", () -> crowd.closedByServer() == run.size());
            run.requireWithin("longest life", crowd.longestLife(), FRAME_TIMEOUT.plusSeconds(1));
            run.require(crowd.longestLife().compareTo(FRAME_TIMEOUT.minus(PAUSE)) > 0, "closed before the deadline");
            // Where other things run, it measures them.
            run.require(
                    !Sizes.SOAK || beside.compareTo(alone.multipliedBy(2)) < 0,
                    "p99 was " + alone + " alone and is " + beside + " beside slow peers");
        }
        run.requireEqual("late frames", server.reached(ServerLimit.FRAME_TIME) - late, run.size());
        run.requireNoStackTrace(server);
    }
}
