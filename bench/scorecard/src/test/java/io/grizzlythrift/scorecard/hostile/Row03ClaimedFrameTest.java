package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
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
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Clients that announce a large frame and do not send it. */
public final class Row03ClaimedFrameTest extends RowTest {
    private static final Row ROW = new Row(
            3, "headers that claim the maximal frame", "under 64 MB more, and nothing is left of it in the end");
    private static final long MOST_MORE = 64 * Memory.MEGABYTE;
    private static final int FIRST_BYTES = 1024;

    @DataProvider
    static Iterator<Object[]> strategiesAndBodies(Method test) {
        return Sizes.tested(test, Strategy.ALL).stream()
                .flatMap(strategy -> Stream.of(0, FIRST_BYTES).map(bytes -> new Object[] {strategy, bytes}))
                .iterator();
    }

    @Test(dataProvider = "strategiesAndBodies", timeOut = LIMIT_MILLIS)
    public void costWhatTheySend(Strategy strategy, int bodyBytes) throws Exception {
        String variant = bodyBytes == 0 ? "no body" : "the first " + bodyBytes + " bytes of the body";
        ROW.run(variant, strategy, Wire.PLAIN, Sizes.of(2_000, 200), run -> claim(run, bodyBytes));
    }

    private static void claim(RowRun run, int bodyBytes) throws Exception {
        ServerChild server = run.server(run.options());
        byte[] beginning = ByteBuffer.allocate(Integer.BYTES + bodyBytes)
                .putInt(ServerLimits.DEFAULT_MAX_FRAME_BYTES)
                .array();
        Memory before = Memory.of(server);
        try (Crowd crowd = Crowd.start(server.port(), run.wire(), run.size(), Manner.prompt(beginning), Await.LONG)) {
            Await.that("all is sent", () -> crowd.bytesSent() == (long) run.size() * beginning.length);
            Await.that("all are open", () -> server.state("open") == run.size());
            long partial = (long) run.size() * bodyBytes;
            Await.that("all is received", () -> server.state("partialFrameBytes") >= partial);
            Memory after = Memory.of(server);
            long more = after.bytes() - before.bytes();
            run.figure("more", Memory.megabytes(more));
            run.figure("for started frames", Memory.megabytes(server.state("partialFrameBytes")));
            run.require(more < MOST_MORE, "holds " + Memory.megabytes(more) + " more, must be less than 64 MB");
            run.requireEqual("connections that the server closed", crowd.closedByServer(), 0);
        }
        Await.that("nothing is left of the frames", () -> server.state("partialFrameBytes") == 0);
        run.requireNoStackTrace(server);
    }
}
