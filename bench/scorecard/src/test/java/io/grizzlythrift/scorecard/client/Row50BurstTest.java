package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.row.CountedCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.util.Map;
import org.testng.annotations.Test;

/** A burst of calls of a client that does not pipeline: each call needs a connection of its own. */
public final class Row50BurstTest extends RowTest {
    private static final Row ROW = new Row(
            50, "burst of calls on full connections", "none fails; as many connections are opened as are allowed");
    private static final int CONNECTIONS = Sizes.of(100, 20);
    private static final int CALLS_EACH = 5;

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void noCallFails(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, CONNECTIONS * CALLS_EACH, Row50BurstTest::burst);
    }

    private static void burst(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with("handler", Behaviour.COSTLY));
        ThriftClient client = run.client(
                server,
                options -> options.maxInFlightPerConnection(1)
                        .connectionsPerEndpoint(CONNECTIONS)
                        .callTimeout(Await.LONG)
                        .maxWait(Await.LONG));
        BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
        CountedCalls calls = new CountedCalls(run.size());
        for (int i = 0; i < run.size(); i++) {
            service.echo("call " + i, calls.begin(i, "call " + i));
        }
        calls.awaitAll(Await.LONG);
        calls.requireOnce();
        run.figure("outcomes", calls.outcomes());
        run.figure("slowest", calls.longest());
        Await.that("all connections are open", () -> client.counters().openConnections() == CONNECTIONS);
        run.require(
                calls.outcomes().equals(Map.of(CountedCalls.RESULT, run.size())), "calls ended: " + calls.outcomes());
        run.requireEqual("queued bytes", client.counters().queuedBytes(), 0);
    }
}
