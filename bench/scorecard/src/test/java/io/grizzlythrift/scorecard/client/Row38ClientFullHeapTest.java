package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Map;
import org.testng.annotations.Test;

/** A client whose heap is full for a while. */
public final class Row38ClientFullHeapTest extends RowTest {
    private static final Row ROW = new Row(
            38,
            "client's heap used up for 2 s under load",
            "every call ends exactly once, deadlines fire, 20 of 20 calls succeed afterwards");
    private static final Duration OUTAGE = Duration.ofMillis(Sizes.of(2_000, 800));
    private static final int HEAP_MEGABYTES = 64;
    private static final int RESULTS = Sizes.of(10_000, 500);
    private static final int CALLS_AFTERWARDS = 20;
    private static final int CALL_BYTES = 1_000;
    private static final int SILENT_CALLS = 10;
    private static final Duration TIMEOUT = Duration.ofMillis(300);
    private static final Duration LATE_AT_MOST = Duration.ofMillis(100);

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void theClientGoesOn(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, 1, Row38ClientFullHeapTest::fill);
    }

    private static void fill(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        try (ClientChild client = ClientChild.start(server, HEAP_MEGABYTES)) {
            run.requireEqual("calls before", client.succeeding(1, CALL_BYTES), 1);
            client.beginLoad();
            // The JVM never initializes a class again if it had no memory the first time, for example the class of
            // the results.
            Await.that("calls succeed before", () -> client.loadResults() > 0);
            client.fillHeap(OUTAGE);
            long before = client.loadResults();
            Await.that("calls succeed afterwards", () -> client.loadResults() > before + RESULTS);
            Map<String, Long> ended = client.endLoad();
            run.figure("calls", ended);
            run.requireEqual("calls that have not ended", ended.get("notEnded"), 0);
            run.requireEqual("calls that ended again", ended.get("endedAgain"), 0);
            run.requireEqual("wrong results", ended.get("wrong"), 0);
            run.requireEqual(
                    "ends", ended.get("results") + ended.get("failures") + ended.get("thrown"), ended.get("begun"));
            run.require(ended.get("failures") + ended.get("thrown") > 0, "the heap was not used up: no call failed");

            server.freeze();
            try {
                Duration longest = client.untilTimedOut(SILENT_CALLS, TIMEOUT);
                run.requireWithin("latest time-out", longest.minus(TIMEOUT), LATE_AT_MOST);
            } finally {
                server.unfreeze();
            }
            run.requireEqual("calls afterwards", client.succeeding(CALLS_AFTERWARDS, CALL_BYTES), CALLS_AFTERWARDS);
            Map<String, Long> state = client.state();
            run.figure("stack traces", state.get("stackTraces"));
            run.requireEqual("bytes queued in the end", state.get("queuedBytes"), 0);
            run.requireEqual("calls in flight in the end", state.get("inFlight"), 0);
            run.requireEqual("errors of callbacks", state.get("callbackErrors"), 0);
        }
        run.requireNoStackTrace(server);
    }
}
