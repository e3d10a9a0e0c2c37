package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.time.Duration;
import org.testng.annotations.Test;

/** Servers whose names do not resolve, beside one that is given by its address. */
public final class Row53UnresolvedNamesTest extends RowTest {
    private static final Row ROW = new Row(
            53, "names that do not resolve, beside a healthy address", "every call succeeds at the healthy server");
    private static final Duration FIRST_CALL = Duration.ofSeconds(5);
    private static final int CALLS = Sizes.of(5_000, 200);

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void theHealthyServerIsCalled(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, 20, run -> {
            ServerChild server = run.server(run.options());
            ThriftClient client = run.client(server, options -> {
                for (int i = 0; i < run.size(); i++) {
                    options.endpoint("no-such-host-" + i + ".invalid", 1);
                }
                return options;
            });
            BenchService.Iface service = client.stub(BenchService.Iface.class);
            long begin = System.nanoTime();
            service.ping();
            run.requireWithin("first call", Duration.ofNanos(System.nanoTime() - begin), FIRST_CALL);
            for (int i = 0; i < CALLS; i++) {
                service.ping();
            }
            run.figure("calls", CALLS);
            run.requireEqual("failed calls", client.counters().failed(), 0);
        });
    }
}
