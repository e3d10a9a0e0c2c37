package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.Memory;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.util.Map;
import org.testng.annotations.Test;

/** A client with a small heap that has many large asynchronous calls in flight, which may all be retried. */
public final class Row48KeptCopiesTest extends RowTest {
    private static final Row ROW = new Row(
            48,
            "1 MB asynchronous calls in flight on a client with a 64 MB heap, retries on, server replies later",
            "copies for retries stay within maxQueuedBytes, no OutOfMemoryError, each call ends once");
    private static final int CALLS = Sizes.of(1_000, 200);
    private static final int HEAP_MEGABYTES = 64;
    private static final int CALL_BYTES = 1_000_000;

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void copiesAreBounded(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, CALLS, Row48KeptCopiesTest::hold);
    }

    private static void hold(RowRun run) throws Exception {
        run.server(run.options()); // it takes the baseline of this process
        try (HoldingPeer peer = new HoldingPeer();
                ClientChild client = ClientChild.start(peer.port(), Wire.PLAIN, HEAP_MEGABYTES)) {
            long before = client.heapBytes();
            client.beginLarge(run.size(), CALL_BYTES);
            Map<String, Long> held = client.state();
            long most = held.get("maxQueuedBytes");
            long heap = client.heapBytes() - before;
            run.figure("in flight", held.get("inFlight"));
            run.figure("kept", Memory.megabytes(held.get("keptBytes")) + " of " + Memory.megabytes(most));
            run.figure("heap", Memory.megabytes(heap));
            run.require(
                    held.get("keptBytes") <= most / 2,
                    held.get("keptBytes") + " bytes are kept, maxQueuedBytes is " + most);
            run.require(held.get("callsNotKept") > 0, "each call in flight has a copy");
            run.require(heap <= 2 * most, "calls in flight hold " + heap + " bytes");
            peer.release();
            Map<String, Long> ended = client.endLarge();
            run.figure("results", ended.get("results"));
            run.requireEqual("calls ended", ended.get("results") + ended.get("rejected"), run.size());
            Map<String, Long> state = client.state();
            run.requireEqual("bytes kept in the end", state.get("keptBytes"), 0);
            run.requireEqual("bytes queued in the end", state.get("queuedBytes"), 0);
            run.requireEqual("calls in flight in the end", state.get("inFlight"), 0);
            run.requireEqual("stack traces of the client", state.get("stackTraces"), 0);
        }
    }
}
