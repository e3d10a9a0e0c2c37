package io.grizzlythrift.scorecard.lifecycle;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.row.CountedCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Set;
import org.testng.annotations.Test;

/** Calls of this library's client while its server dies. */
public final class Row07ServerKilledTest extends RowTest {
    private static final Row ROW = new Row(7, "server killed, calls in flight", "all fail within 1 s, exactly once");
    private static final Duration FAIL_WITHIN = Duration.ofSeconds(1);
    private static final int CALLS = 1_000;

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void everyCallFailsOnce(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, CALLS, Row07ServerKilledTest::kill);
    }

    private static void kill(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with("handler", Behaviour.STUCK));
        ThriftClient client = run.client(server, options -> options.callTimeout(Await.LONG));
        BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
        CountedCalls calls = new CountedCalls(run.size());
        for (int i = 0; i < run.size(); i++) {
            service.echo("call " + i, calls.begin(i, "call " + i));
        }
        Await.that("all calls are sent", () -> client.counters().sent() == run.size());
        long begin = System.nanoTime();
        server.kill();
        calls.awaitAll(Await.LONG);
        run.figure("outcomes", calls.outcomes());
        run.require(
                Set.of("CONNECTION_CLOSED", "CONNECTION_RESET")
                        .containsAll(calls.outcomes().keySet()),
                "calls ended otherwise: " + calls.outcomes());
        run.requireWithin("last failure", calls.lastEndAfter(begin), FAIL_WITHIN);
        client.close();
        calls.requireOnce();
    }
}
