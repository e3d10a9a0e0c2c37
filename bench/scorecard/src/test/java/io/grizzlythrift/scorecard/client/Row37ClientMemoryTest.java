package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.Memory;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.time.Duration;
import java.util.Map;
import org.testng.annotations.Test;

/** A client with a small heap whose callers continue while its server accepts nothing. */
public final class Row37ClientMemoryTest extends RowTest {
    private static final Row ROW = new Row(
            37,
            "1 MB calls begun on a client with a 64 MB heap, server frozen (SIGSTOP)",
            "calls over maxQueuedBytes fail at once, no OutOfMemoryError, calls succeed once the server goes on");
    private static final int CALLS = Sizes.of(5_000, 400);
    private static final int HEAP_MEGABYTES = 64;
    private static final int CALL_BYTES = 1_000_000;
    private static final int CALLS_AFTERWARDS = 20;
    private static final Duration AT_ONCE = Duration.ofMillis(500);

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void theClientLives(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, CALLS, Row37ClientMemoryTest::stall);
    }

    private static void stall(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        try (ClientChild client = ClientChild.start(server, HEAP_MEGABYTES)) {
            run.requireEqual("calls before", client.succeeding(1, CALL_BYTES), 1);
            server.freeze();
            Map<String, Long> stalled;
            try {
                client.beginLarge(run.size(), CALL_BYTES);
                stalled = client.state();
            } finally {
                server.unfreeze();
            }
            long most = stalled.get("maxQueuedBytes");
            long taken = stalled.get("queuedBytes") + stalled.get("keptBytes");
            run.figure("queued and kept", Memory.megabytes(taken) + " of " + Memory.megabytes(most));
            run.require(
                    taken > most - 2 * CALL_BYTES && taken <= most,
                    taken + " bytes are queued or kept, maxQueuedBytes is " + most);

            Map<String, Long> ended = client.endLarge();
            run.figure("results", ended.get("results"));
            run.figure("rejected", ended.get("rejected"));
            run.requireWithin("slowest rejection", Duration.ofMillis(ended.get("slowestRejectionMillis")), AT_ONCE);
            run.require(ended.get("rejected") > 0, "no call was rejected");
            run.requireEqual("calls ended", ended.get("results") + ended.get("rejected"), run.size());
            run.require(
                    ended.get("results") * CALL_BYTES >= stalled.get("queuedBytes"),
                    "only " + ended.get("results") + " calls succeeded once the server went on");

            run.requireEqual("calls afterwards", client.succeeding(CALLS_AFTERWARDS, CALL_BYTES), CALLS_AFTERWARDS);
            Map<String, Long> state = client.state();
            run.requireEqual("rejections counted", state.get("queuedBytesRejections"), ended.get("rejected"));
            run.requireEqual("bytes queued in the end", state.get("queuedBytes"), 0);
            run.requireEqual("calls in flight in the end", state.get("inFlight"), 0);
            run.requireEqual("errors of callbacks", state.get("callbackErrors"), 0);
            run.requireEqual("stack traces of the client", state.get("stackTraces"), 0);
        }
        run.requireNoStackTrace(server);
    }
}
