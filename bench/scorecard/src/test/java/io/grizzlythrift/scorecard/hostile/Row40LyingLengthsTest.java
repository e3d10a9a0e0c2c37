package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.Memory;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.lang.reflect.Method;
import java.util.Iterator;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Unframed peers, and peers with headers, that send wrong lengths and counts. */
public final class Row40LyingLengthsTest extends RowTest {
    private static final Row ROW = new Row(
            40,
            "lengths, sizes and counts that lie",
            "closed within 1 s and logged, or an exception in reply; every call of others succeeds");

    private static final long MOST_MORE = 64 * Memory.MEGABYTE;
    private static final int CLAIMED_BYTES = 16_000_000;
    private static final int SENT_BYTES = 1024;

    @DataProvider
    static Iterator<Object[]> strategiesAndDialects(Method test) {
        return RawDialect.withStrategies(test, Dialect.UNFRAMED, Dialect.HEADER);
    }

    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void areFoundOut(Strategy strategy, RawDialect dialect) throws Exception {
        ROW.run(
                dialect.toString(),
                strategy,
                Wire.PLAIN,
                Sizes.of(10_000, 100),
                run -> HostilePeers.sendAll(run, dialect, Integer.MAX_VALUE, LyingLengths.of(dialect)));
    }

    /** A plausible length costs memory for the bytes sent, not for those claimed. */
    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void costWhatWasSent(Strategy strategy, RawDialect dialect) throws Exception {
        ROW.run(
                dialect + ", 16 MB claimed and 1 KB sent",
                strategy,
                Wire.PLAIN,
                Sizes.of(2_000, 200),
                run -> claim(run, LyingLengths.claim(dialect, CLAIMED_BYTES, SENT_BYTES)));
    }

    private static void claim(RowRun run, byte[] beginning) throws Exception {
        ServerChild server = run.server(run.options());
        Memory before = Memory.of(server);
        try (HealthyCalls healthy = HealthyCalls.begin(run, server);
                Crowd crowd =
                        Crowd.start(server.port(), run.wire(), run.size(), Manner.prompt(beginning), Await.LONG)) {
            Await.that("all is sent", () -> crowd.bytesSent() == (long) run.size() * beginning.length);
            long partial = (long) run.size() * SENT_BYTES;
            Await.that("all is received", () -> server.state("partialFrameBytes") >= partial);
            long more = Memory.of(server).bytes() - before.bytes();
            run.figure("more", Memory.megabytes(more));
            run.require(more < MOST_MORE, "holds " + Memory.megabytes(more) + " more, must be less than 64 MB");
            run.requireEqual("connections that the server closed", crowd.closedByServer(), 0);
            healthy.requireAnswered(run);
        }
        Await.that("nothing is left of the messages", () -> server.state("partialFrameBytes") == 0);
        run.requireNoStackTrace(server);
    }
}
