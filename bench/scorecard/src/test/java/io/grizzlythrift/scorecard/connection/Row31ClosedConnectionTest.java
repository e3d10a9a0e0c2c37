package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.testng.annotations.Test;

/** A connection closes while calls from it wait for a thread. */
public final class Row31ClosedConnectionTest extends RowTest {
    private static final Row ROW = new Row(
            31, "2,000 calls of 5 ms in one write, then a reset", "the calls that were not begun are dropped, at once");
    private static final int CALLS = 2_000;
    private static final int CALL_MILLIS = 5;
    private static final int ATTEMPTS = 5;
    private static final Duration WITHIN = Duration.ofMillis(300);

    /** Minimum number of dropped calls, of 2,000 calls that would take 1.25 s on eight threads. */
    private static final int LEAST_DROPPED = Sizes.of(1_500, 1_000);

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void restIsDropped(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, CALLS, run -> {
            ServerChild server = run.server(run.options());
            ByteArrayOutputStream calls = new ByteArrayOutputStream();
            for (int id = 0; id < CALLS; id++) {
                calls.writeBytes(Frames.sleep(id, CALL_MILLIS));
            }
            long dropped = dropped(run, server, calls.toByteArray());
            for (int again = 0; dropped < 0; again++) {
                run.require(again < ATTEMPTS, "the connection is never reset in time");
                dropped = dropped(run, server, calls.toByteArray());
            }
            run.figure("dropped", dropped);
            run.require(dropped >= LEAST_DROPPED, dropped + " calls were dropped, must be " + LEAST_DROPPED);
            run.requireNoStackTrace(server);
        });
    }

    /**
     * Returns the number of calls that are dropped when their connection closes; -1 if it is too low because this
     * process was not scheduled in time and reset the connection late.
     */
    private static long dropped(RowRun run, ServerChild server, byte[] calls) throws Exception {
        long before = server.state("dropped");
        Peer peer = Peer.connect(server.port(), run.wire());
        long sent = System.nanoTime();
        peer.send(calls);
        run.requireEqual("first reply", peer.reply().sequenceId(), 0);
        long begin = System.nanoTime();
        peer.reset();
        Duration open = Duration.ofNanos(System.nanoTime() - sent);
        Await.that("nothing is in flight", () -> server.state("inFlight") == 0);
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        long dropped = server.state("dropped") - before;
        if (dropped < LEAST_DROPPED && open.compareTo(WITHIN) > 0) {
            return -1;
        }
        run.requireWithin("nothing in flight after", took, WITHIN);
        return dropped;
    }
}
