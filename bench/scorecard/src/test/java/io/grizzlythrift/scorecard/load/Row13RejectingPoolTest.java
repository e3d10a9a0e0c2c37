package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.CountedCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.testng.annotations.Test;

/** Pools that are always full. */
public final class Row13RejectingPoolTest extends RowTest {
    private static final Row ROW = new Row(13, "pools that always reject", "no dead selector, every call answered");
    private static final int THREADS = 3;

    /** Every thread is stuck, and the queue, which holds one call, is full. SameThread has no pool. */
    @Test(dataProvider = "strategiesWithAPool", timeOut = LIMIT_MILLIS)
    public void serverRefusesEachCall(Strategy strategy) throws Exception {
        ROW.run("server", strategy, Wire.PLAIN, Sizes.of(100_000, 2_000), Row13RejectingPoolTest::refuse);
    }

    /** The executor for callbacks rejects everything. */
    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void clientEndsEachCall(Strategy strategy) throws Exception {
        ROW.run("callbackExecutor of the client", strategy, Wire.PLAIN, Sizes.of(100_000, 2_000), run -> {
            ServerChild server = run.server(run.options());
            ThriftClient client = run.client(
                    server,
                    options -> options.callTimeout(Await.LONG)
                            .maxInFlightPerConnection(1_000)
                            .maxWaitingPerEndpoint(1_000)
                            .callbackExecutor(task -> {
                                throw new RejectedExecutionException("takes nothing");
                            }));
            BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
            for (int done = 0; done < run.size(); done += 1_000) {
                CountedCalls calls = new CountedCalls(1_000);
                for (int i = 0; i < 1_000; i++) {
                    service.echo("call " + i, calls.begin(i, "call " + i));
                }
                calls.awaitAll(Await.LONG);
                calls.requireOnce();
                run.require(calls.outcomes().equals(Map.of(CountedCalls.RESULT, 1_000)), "calls: " + calls.outcomes());
            }
            run.requireEqual("failed calls", client.counters().failed(), 0);
        });
    }

    private static void refuse(RowRun run) throws Exception {
        ServerChild server = run.server(run.options()
                .with("handler", Behaviour.STUCK)
                .with("threads", THREADS)
                .with("selectors", 1)
                .with("queue", 1)
                .with(LimitOption.QUEUE_TIMEOUT_MILLIS, LIMIT_MILLIS));
        List<Peer> stuck = new ArrayList<>();
        try (Peer peer = Peer.connect(server.port(), run.wire())) {
            long before = server.state("calls");
            for (int i = 1; i <= THREADS + 1; i++) {
                Peer one = Peer.connect(server.port(), run.wire());
                stuck.add(one);
                one.send(Frames.echo(i, "stuck"));
                long read = before + i;
                int running = Math.min(i, THREADS);
                Await.that("a call is stuck, or waits for a thread", () -> {
                    Map<String, Long> state = server.state();
                    return state.get("calls") == read && state.get("running") == running;
                });
            }
            long refusedBefore = server.state("refused");
            for (int i = 0; i < run.size(); i++) {
                peer.send(Frames.echo(i, "refused"));
                Frames.Reply reply = peer.reply();
                run.require(reply.isException() && reply.sequenceId() == i, "reply " + i + " is " + reply);
                if (i == 0) {
                    run.figure("refusal", "'" + reply.text() + "'");
                }
            }
            run.requireEqual("refused calls", server.state("refused") - refusedBefore, run.size());
            run.figure("handlers stuck", server.state("running"));
            server.release();
            for (Peer one : stuck) {
                run.require(!one.reply().isException(), "a stuck call was not answered once it was released");
            }
        } finally {
            for (Peer one : stuck) {
                one.close();
            }
        }
        run.requireNoStackTrace(server);
    }
}
