package io.grizzlythrift.scorecard;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.Crowd.Manner;
import io.grizzlythrift.server.ServerLimit;
import java.time.Duration;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Clients that begin a call and send one byte after the other, slowly. */
public final class Row02SlowLorisTest extends RowTest {
    private static final Row ROW = new Row(
            2,
            "slow-loris peers, one byte a second",
            "all closed by the frame deadline + 1 s; p99 of healthy clients under twice the baseline");
    private static final Duration FRAME_TIMEOUT = Duration.ofSeconds(Sizes.of(10, 1));
    private static final Duration PAUSE = Duration.ofMillis(Sizes.of(1_000, 100));
    private static final int WINDOWS = Sizes.of(5, 1);
    private static final int CALLS_OF_WINDOW = Sizes.of(1_000, 200);
    private static final String TEXT = "slow".repeat(100);

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void areClosedInTime(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, Sizes.of(2_000, wire == Wire.TLS ? 30 : 100), Row02SlowLorisTest::crawl);
    }

    private static void crawl(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with(LimitOption.FRAME_TIMEOUT_MILLIS, FRAME_TIMEOUT.toMillis()));
        ThriftClient client = run.client(server, options -> options.callTimeout(Await.LONG));
        Manner slow = Manner.slow(Frames.echo(1, TEXT), PAUSE);
        p99(client); // compiles
        run.figure("p99 alone", p99(client));
        Duration baseline = besidePeersOfAnother(run, client, slow);
        run.figure("p99 beside those of another server", baseline);
        long late = run.rest(server, ServerLimit.FRAME_TIME.name());
        try (Crowd crowd = crawling(run, server, slow)) {
            Duration beside = p99(client);
            run.figure("p99 beside them", beside);
            Await.that("all are closed", () -> crowd.closedByServer() == run.size());
            run.requireWithin("longest life", crowd.longestLife(), FRAME_TIMEOUT.plusSeconds(1));
            run.require(crowd.longestLife().compareTo(FRAME_TIMEOUT.minus(PAUSE)) > 0, "closed before the deadline");
            // Where other things run, it measures them.
            run.require(
                    !Sizes.SOAK || beside.compareTo(baseline.multipliedBy(2)) < 0,
                    "p99 is " + beside + " beside slow peers, " + baseline + " beside those of another server");
        }
        run.requireEqual("late frames", server.reached(ServerLimit.FRAME_TIME) - late, run.size());
        run.requireNoStackTrace(server);
    }

    /**
     * The baseline: on two processors that servers, clients and peers share, thousands of peers that send all the time
     * delay calls to whichever server they send to. Here it is another one.
     */
    private static Duration besidePeersOfAnother(RowRun run, ThriftClient client, Manner slow) throws Exception {
        ServerChild another = run.server(run.options().with(LimitOption.FRAME_TIMEOUT_MILLIS, LIMIT_MILLIS));
        try (Crowd crowd = crawling(run, another, slow)) {
            Duration baseline = p99(client);
            run.requireEqual("peers of another server", crowd.connected() - crowd.closedByServer(), run.size());
            return baseline;
        }
    }

    private static Crowd crawling(RowRun run, ServerChild server, Manner slow) throws Exception {
        Crowd crowd = Crowd.start(server.port(), run.wire(), run.size(), slow, Duration.ofMillis(LIMIT_MILLIS));
        Await.that("all are open", Duration.ofMinutes(1), () -> crowd.connected() + crowd.refused() == run.size());
        return crowd;
    }

    private static Duration p99(ThriftClient client) throws TException {
        return HealthyCalls.p99(client, WINDOWS, CALLS_OF_WINDOW);
    }
}
