package io.grizzlythrift.scorecard.lifecycle;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.scorecard.row.CountedCalls;
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
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Calls of this library's client while its server is frozen. */
public final class Row08ServerFrozenTest extends RowTest {
    private static final Row ROW =
            new Row(8, "server frozen (SIGSTOP)", "all calls time out at the deadline within 100 ms");
    private static final int CALLS = 1_000;
    private static final Duration TIMEOUT = Duration.ofMillis(Sizes.of(2_000, 300));
    private static final Duration LATE_AT_MOST = Duration.ofMillis(100);

    /** Allowance for the client's clock: its deadlines are accurate to about 10 ms. */
    private static final Duration EARLY_AT_MOST = Duration.ofMillis(10);

    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void everyCallEndsAtItsDeadline(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, CALLS, Row08ServerFrozenTest::freeze);
    }

    private static void freeze(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        ThriftClient client = run.client(server, options -> options);
        BenchService.AsyncIface service =
                client.stub(BenchService.AsyncIface.class, CallOptions.create().withTimeout(TIMEOUT));
        client.stub(BenchService.Iface.class).ping();
        CountedCalls calls = new CountedCalls(run.size());
        server.freeze();
        try {
            for (int i = 0; i < run.size(); i++) {
                service.echo("call " + i, calls.begin(i, "call " + i));
            }
            calls.awaitAll(Await.LONG);
        } finally {
            server.unfreeze();
        }
        run.figure("outcomes", calls.outcomes());
        run.figure("earliest", calls.shortest().minus(TIMEOUT));
        run.require(calls.outcomes().equals(Map.of("TIMED_OUT", run.size())), "calls ended: " + calls.outcomes());
        run.require(
                calls.shortest().compareTo(TIMEOUT.minus(EARLY_AT_MOST)) >= 0,
                "a call timed out after "
                        + TimeUnit.NANOSECONDS.toMillis(calls.shortest().toNanos()) + " ms");
        run.requireWithin("latest", calls.longest().minus(TIMEOUT), LATE_AT_MOST);
        calls.requireOnce();
    }
}
