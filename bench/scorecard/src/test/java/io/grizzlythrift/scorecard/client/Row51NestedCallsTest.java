package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.Test;

/** A callback that calls again at once while the server is down, so that each call fails before it returns. */
public final class Row51NestedCallsTest extends RowTest {
    private static final Row ROW =
            new Row(51, "callback calls again while the server is down", "the stack stays bounded; each call ends");
    private static final int CALLS = Sizes.of(100_000, 5_000);

    @Test(dataProvider = "strategiesOfServer", timeOut = LIMIT_MILLIS)
    public void theStackIsBounded(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, CALLS, Row51NestedCallsTest::callAgain);
    }

    private static void callAgain(RowRun run) throws Exception {
        ServerChild server = run.server(run.options());
        ThriftClient client = run.client(server, options -> options);
        client.stub(BenchService.Iface.class).ping();
        server.kill();
        Again again = new Again(client.stub(BenchService.AsyncIface.class), run.size());
        again.call();
        again.done.get(Await.LONG.toNanos(), TimeUnit.NANOSECONDS);
        Await.that("a call is in flight", () -> client.counters().inFlight() == 0);
        run.figure("failed", client.counters().failed());
        run.requireEqual("calls", again.calls.get(), run.size());
        run.requireEqual("callback errors", client.counters().callbackErrors(), 0);
    }

    /** Makes the next call when one has failed. */
    private static final class Again implements AsyncMethodCallback<Void> {
        private final BenchService.AsyncIface service;
        private final int limit;
        private final AtomicInteger calls = new AtomicInteger();
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Again(BenchService.AsyncIface service, int limit) {
            this.service = service;
            this.limit = limit;
        }

        void call() {
            try {
                service.ping(this);
            } catch (TException | RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        }

        @Override
        public void onComplete(Void nothing) {
            call();
        }

        @Override
        public void onError(Exception failure) {
            if (calls.incrementAndGet() < limit) {
                call();
            } else {
                done.complete(null);
            }
        }
    }
}
