package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.Memory;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Locale;
import org.testng.annotations.Test;

/** Clients that connect and send nothing. */
public final class Row01IdleTest extends RowTest {
    private static final Row ROW =
            new Row(1, "idle connections", "at most 150 MB of heap after GC, under 2 % of a processor");
    private static final long MOST_HEAP = 150 * Memory.MEGABYTE;
    private static final double MOST_CPU = Sizes.share(0.02, 0.3);
    private static final Duration WINDOW = Duration.ofSeconds(Sizes.of(10, 1));

    /** Larger than the limit of the row, so that a failure shows by how much the limit is exceeded. */
    private static final int HEAP_MEGABYTES = 512;

    @Test(dataProvider = "strategiesAndWires", timeOut = 4 * LIMIT_MILLIS)
    public void costLittle(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, Sizes.of(10_000, wire == Wire.TLS ? 50 : 500), Row01IdleTest::idle);
    }

    private static void idle(RowRun run) throws Exception {
        // The fresh client of the baseline needs one more.
        ServerChild server = run.server(
                run.options().with("heap-mb", HEAP_MEGABYTES).with(LimitOption.MAX_CONNECTIONS, run.size() + 100));
        Memory before = Memory.of(server);
        Duration limit = Duration.ofMillis(3 * LIMIT_MILLIS);
        try (Crowd crowd = Crowd.start(server.port(), run.wire(), run.size(), Manner.idle(), limit)) {
            Await.that(
                    "all are open",
                    limit,
                    () -> crowd.connected() + crowd.refused() == run.size() && server.state("open") == run.size());
            run.requireEqual("refused connections", crowd.refused(), 0);
            Memory after = Memory.of(server);
            run.figure("before", before);
            run.figure("after", after);
            run.figure("bytes a connection", (after.bytes() - before.bytes()) / run.size());
            run.require(
                    after.heapBytes() <= MOST_HEAP,
                    "the heap holds " + after + ", must be at most " + Memory.megabytes(MOST_HEAP));
            double cpu = run.busy(server, WINDOW, "cpuNanos", MOST_CPU);
            run.figure("CPU", String.format(Locale.ROOT, "%.2f %%", 100 * cpu));
            run.require(
                    cpu < MOST_CPU, "idle connections take " + cpu + " of a processor, must be less than " + MOST_CPU);
            run.requireEqual("connections that the server closed", crowd.closedByServer(), 0);
        }
        run.requireNoStackTrace(server);
    }
}
