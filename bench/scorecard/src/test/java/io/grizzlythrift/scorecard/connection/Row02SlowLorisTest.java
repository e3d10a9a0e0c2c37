package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.row.HealthyCalls;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Clients that start a call and send it slowly, byte by byte. */
public final class Row02SlowLorisTest extends RowTest {
    private static final Row ROW = new Row(
            2,
            "slow-loris peers, one byte a second",
            "all closed by the frame deadline + 1 s; p99 of healthy clients under twice that of another server");
    private static final Duration FRAME_TIMEOUT = Duration.ofSeconds(Sizes.of(20, 1));
    private static final Duration PAUSE = Duration.ofMillis(Sizes.of(1_000, 100));
    private static final int MIN_WINDOWS = Sizes.of(9, 1);
    private static final int CALLS_OF_WINDOW = 200;
    private static final String TEXT = "slow".repeat(100);

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void areClosedInTime(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, Sizes.of(2_000, wire == Wire.TLS ? 30 : 100), Row02SlowLorisTest::crawl);
    }

    private static void crawl(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with(LimitOption.FRAME_TIMEOUT_MILLIS, FRAME_TIMEOUT.toMillis()));
        ThriftClient client = run.client(server, options -> options.callTimeout(Await.LONG));
        ThriftClient other = run.client(run.server(run.options()), options -> options.callTimeout(Await.LONG));
        Manner slow = Manner.slow(Frames.echo(1, TEXT), PAUSE);
        compareP99(other, client, () -> false); // compiles
        run.figure("p99 alone", compareP99(other, client, () -> false).beside());
        long late = run.rest(server, LimitType.FRAME_TIMEOUT.name());
        try (Crowd crowd = crawling(run, server, slow)) {
            Windows windows = compareP99(other, client, () -> crowd.closedByServer() == 0);
            run.figure("windows", windows.count());
            run.figure("p99 of another server", windows.other());
            run.figure("p99 beside them", windows.beside());
            Await.that("all are closed", () -> crowd.closedByServer() == run.size());
            run.requireWithin("longest life", crowd.longestLife(), FRAME_TIMEOUT.plusSeconds(1));
            run.require(crowd.longestLife().compareTo(FRAME_TIMEOUT.minus(PAUSE)) > 0, "closed before the deadline");
            // On a machine with other load, this would measure that load.
            run.require(
                    !Sizes.SOAK || windows.beside().compareTo(windows.other().multipliedBy(2)) < 0,
                    "p99 is " + windows.beside() + " beside slow peers, " + windows.other() + " of another server");
        }
        run.requireEqual("late frames", server.reached(LimitType.FRAME_TIMEOUT) - late, run.size());
        run.requireNoStackTrace(server);
    }

    /**
     * Calls both servers in turns while the peers send to one of them. On two processors that servers, clients and
     * peers share, thousands of peers delay calls to any server, and the calls to the other server show by how much.
     * Uses medians, so that a pause of the machine is not attributed to the server.
     */
    private static Windows compareP99(ThriftClient other, ThriftClient client, BooleanSupplier goesOn)
            throws TException {
        List<Duration> ofOther = new ArrayList<>();
        List<Duration> beside = new ArrayList<>();
        do {
            ofOther.add(HealthyCalls.p99(other, CALLS_OF_WINDOW));
            beside.add(HealthyCalls.p99(client, CALLS_OF_WINDOW));
        } while (beside.size() < MIN_WINDOWS || goesOn.getAsBoolean());
        return new Windows(beside.size(), median(ofOther), median(beside));
    }

    private static Duration median(List<Duration> durations) {
        return durations.stream().sorted().toList().get(durations.size() / 2);
    }

    /** The median of p99 for each server. */
    private record Windows(int count, Duration other, Duration beside) {}

    private static Crowd crawling(RowRun run, ServerChild server, Manner slow) throws Exception {
        Crowd crowd = Crowd.start(server.port(), run.wire(), run.size(), slow, Duration.ofMillis(LIMIT_MILLIS));
        Await.that("all are open", Duration.ofMinutes(1), () -> crowd.connected() + crowd.refused() == run.size());
        return crowd;
    }
}
