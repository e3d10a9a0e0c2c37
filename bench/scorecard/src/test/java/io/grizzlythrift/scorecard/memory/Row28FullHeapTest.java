package io.grizzlythrift.scorecard.memory;

import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import org.testng.annotations.Test;

/** A heap that is full for a while. */
public final class Row28FullHeapTest extends RowTest {
    private static final Row ROW = new Row(28, "server's heap used up for 2 s under load", OutageRow.MUST_HOLD);

    @Test(dataProvider = "strategies", timeOut = 2 * LIMIT_MILLIS)
    public void serverGoesOn(Strategy strategy) throws Exception {
        ROW.run(
                "",
                strategy,
                Wire.PLAIN,
                1,
                run -> OutageRow.run(run, "heap", server -> server.fillHeap(OutageRow.OUTAGE)));
    }
}
