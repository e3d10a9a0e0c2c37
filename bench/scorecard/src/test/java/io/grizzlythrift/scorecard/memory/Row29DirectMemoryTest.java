package io.grizzlythrift.scorecard.memory;

import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import org.testng.annotations.Test;

/** Direct memory, which is needed to read and write sockets, is used up for a while. */
public final class Row29DirectMemoryTest extends RowTest {
    private static final Row ROW =
            new Row(29, "server's direct memory used up for 2 s under load", OutageRow.MUST_HOLD);

    @Test(dataProvider = "strategies", timeOut = 2 * LIMIT_MILLIS)
    public void serverGoesOn(Strategy strategy) throws Exception {
        ROW.run(
                "",
                strategy,
                Wire.PLAIN,
                1,
                run -> OutageRow.run(run, "direct", server -> server.fillDirectMemory(OutageRow.OUTAGE)));
    }
}
