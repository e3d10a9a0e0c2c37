package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** A peer that disappears silently: the connection stays open, and nothing arrives any more. */
public final class Row36SilentPeerTest extends RowTest {
    private static final Row ROW =
            new Row(36, "peer falls silent", "its connection is replaced after 3 calls in a row that timed out");
    private static final int MAX_TIMEOUTS = 3;

    /** On a loaded machine, a call may time out before it is sent, and says nothing about the peer. */
    private static final int UNSENT = Sizes.of(1, MAX_TIMEOUTS);

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofMillis(Sizes.of(2_000, 300));

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void theConnectionIsReplaced(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, MAX_TIMEOUTS, Row36SilentPeerTest::fallSilent);
    }

    private static void fallSilent(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        ThriftClient client =
                run.client(server, options -> options.connectionsPerEndpoint(1).callTimeout(CALL_TIMEOUT));
        BenchService.Iface service = client.stub(BenchService.Iface.class);
        BenchService.Iface soon =
                client.stub(BenchService.Iface.class, CallOptions.create().withTimeout(TIMEOUT));
        service.ping();
        server.freeze();
        int timeouts = 0;
        try {
            while (client.counters().silentConnections() == 0 && timeouts <= MAX_TIMEOUTS + UNSENT) {
                timeouts += timesOut(soon) ? 1 : 0;
            }
        } finally {
            server.unfreeze();
        }
        run.figure("timeouts", timeouts);
        run.figure("replaced", client.counters().silentConnections());
        run.require(
                timeouts <= MAX_TIMEOUTS + UNSENT, timeouts + " calls timed out before the connection was replaced");
        run.require(client.counters().silentConnections() == 1, "the connection was not replaced");
        Await.that("no call succeeds on another connection", () -> succeeds(service));
    }

    private static boolean timesOut(BenchService.Iface service) throws TException {
        try {
            service.ping();
            return false;
        } catch (CallTimeoutException e) {
            return true;
        }
    }

    private static boolean succeeds(BenchService.Iface service) {
        try {
            service.ping();
            return true;
        } catch (TException e) {
            return false;
        }
    }
}
