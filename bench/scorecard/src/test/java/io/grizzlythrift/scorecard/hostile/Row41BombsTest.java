package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.peer.PeerGroup;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Peers with headers whose payloads are a few KB on the wire and decompress to a GB. */
public final class Row41BombsTest extends RowTest {
    private static final Row ROW = new Row(
            41,
            "payloads of a few KB that want up to a GB, in zlib and zstd",
            "an exception in reply, or a reply within the memory; no OutOfMemoryError; every call of others succeeds");

    private static final int CALLS_EACH = 4;
    private static final int LARGEST_BYTES = 16_000_000;

    @DataProvider
    static Iterator<Object[]> strategiesAndDialects(Method test) {
        return RawDialect.withStrategies(test, Dialect.HEADER);
    }

    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void areRefused(Strategy strategy, RawDialect dialect) throws Exception {
        List<HostileBytes> bombs = Bombs.of(dialect);
        ROW.run(
                dialect.toString(),
                strategy,
                Wire.PLAIN,
                Sizes.of(10_000, 100),
                run -> HostilePeers.sendAll(run, dialect, Integer.MAX_VALUE, bombs));
    }

    /** Many peers send payloads just within the limits at the same time, more than fits into the heap. */
    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void areBoundedTogether(Strategy strategy, RawDialect dialect) throws Exception {
        ROW.run(
                dialect + ", at once, 160 KB that want 16 MB",
                strategy,
                Wire.PLAIN,
                Sizes.of(100, 20),
                run -> attack(run, dialect));
    }

    private static void attack(RowRun run, RawDialect dialect) throws Exception {
        ServerChild server = run.server(run.options());
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        for (int i = 0; i < CALLS_EACH; i++) {
            calls.writeBytes(Bombs.withinLimits(dialect, i, LARGEST_BYTES, LARGEST_BYTES / 99));
        }
        try (HealthyCalls healthy = HealthyCalls.begin(run, server);
                PeerGroup group = PeerGroup.connect(server.port(), run.wire(), run.size())) {
            group.sendFromAll(calls.toByteArray());
            int refused = 0;
            for (Peer peer : group.peers()) {
                for (int i = 0; i < CALLS_EACH; i++) {
                    Frames.Reply reply = peer.reply(dialect);
                    boolean ran = reply.text().contains("nobody knows it");
                    run.require(
                            ran
                                    || reply.text().contains("memory")
                                    || reply.text().startsWith("rejected:"),
                            "a call is replied to with: " + reply.text());
                    refused += ran ? 0 : 1;
                }
            }
            run.figure("refused for memory", refused + " of " + run.size() * CALLS_EACH);
            healthy.requireAnswered(run);
        }
        Await.that("nothing is held", () -> server.state("bufferedBytes") == 0);
        run.requireNoStackTrace(server);
    }
}
