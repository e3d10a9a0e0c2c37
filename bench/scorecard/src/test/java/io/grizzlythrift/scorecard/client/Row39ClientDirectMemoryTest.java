package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.time.Duration;
import java.util.Map;
import org.testng.annotations.Test;

/** A client that opens its connections while there is no direct memory for writes. */
public final class Row39ClientDirectMemoryTest extends RowTest {
    private static final Row ROW = new Row(
            39,
            "client's direct memory used up for 2 s while it opens a connection",
            "20 of 20 calls succeed afterwards");
    private static final Duration OUTAGE = Duration.ofMillis(Sizes.of(2_000, 800));

    /** The limit of direct memory is the same. */
    private static final int HEAP_MEGABYTES = 64;

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void theClientGoesOn(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, 1, run -> {
            ServerChild server = run.server(run.options());
            try (ClientChild client = ClientChild.start(server, HEAP_MEGABYTES)) {
                Map<String, Long> opened = client.openWithoutDirectMemory(OUTAGE);
                run.figure("calls that failed meanwhile", opened.get("failures"));
                run.figure("attempts to connect", opened.get("attempts"));
                run.require(opened.get("failures") > 0, "direct memory was not used up: no call failed");
                run.requireEqual("calls afterwards", opened.get("results"), ScorecardClient.CALLS_AFTERWARDS);
            }
            run.requireNoStackTrace(server);
        });
    }
}
