package io.grizzlythrift.scorecard.lifecycle;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.CountedCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

/** A server that is shut down while calls are running. */
public final class Row10DrainTest extends RowTest {
    private static final Row ROW = new Row(10, "drain with calls in flight", "every call is answered, none lost");
    private static final int CALLS = 1_000;

    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Each peer sends its calls in one write, so all are in flight before the drain starts. */
    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void rawPeersGetEveryReply(Strategy strategy, Wire wire) throws Exception {
        ROW.run("raw peers", strategy, wire, CALLS, Row10DrainTest::drainRaw);
    }

    /**
     * Calls that the server has read get their result, the others are rejected. The number of each depends on how many
     * reads the strategy starts while handlers are stuck.
     */
    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void ourClientLosesNoCall(Strategy strategy, Wire wire) throws Exception {
        ROW.run("our client", strategy, wire, CALLS, Row10DrainTest::drainClient);
    }

    private static void drainRaw(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with("handler", Behaviour.STUCK));
        long before = run.rest(server, "calls");
        // A selector thread that runs a stuck call reads no other connection.
        int count = run.strategy() == Strategy.SAME_THREAD ? 1 : 4;
        List<Peer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                peers.add(Peer.connect(server.port(), run.wire()));
            }
            for (Peer peer : peers) {
                peer.send(calls(run.size() / count));
            }
            // Calls that a selector thread has not read yet, for example in later TLS records, are rejected.
            boolean allRead = run.strategy() != Strategy.SAME_THREAD;
            long read = before + (allRead ? run.size() : 1);
            Await.that("the server has read them", () -> server.state("calls") >= read);
            server.drain(GRACE);
            server.release();
            for (Peer peer : peers) {
                for (int i = 0; i < run.size() / count; i++) {
                    Frames.Reply reply = peer.reply();
                    boolean refused = !allRead && i > 0 && reply.isException() && reply.sequenceId() == i;
                    run.require(
                            refused || reply.equals(new Frames.Reply(i, "call " + i, false)),
                            "reply " + i + " is " + reply);
                }
                peer.untilClosed();
            }
        } finally {
            for (Peer peer : peers) {
                peer.close();
            }
        }
        requireDrained(run, server);
    }

    private static void drainClient(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with("handler", Behaviour.STUCK));
        ThriftClient client = run.client(server, options -> options.callTimeout(Await.LONG));
        BenchService.AsyncIface service = client.stub(BenchService.AsyncIface.class);
        CountedCalls calls = new CountedCalls(run.size());
        for (int i = 0; i < run.size(); i++) {
            service.echo("call " + i, calls.begin(i, "call " + i));
        }
        Await.that("all calls are sent", () -> client.counters().sent() == run.size());
        server.drain(GRACE);
        server.release();
        calls.awaitAll(Await.LONG);
        Map<String, Integer> outcomes = calls.outcomes();
        run.figure("outcomes", outcomes);
        run.require(
                Set.of(CountedCalls.RESULT, FailureCause.SERVER_DRAINING.name()).containsAll(outcomes.keySet()),
                "calls were lost: " + outcomes);
        calls.requireOnce();
        requireDrained(run, server);
    }

    private static void requireDrained(RowRun run, ServerChild server) throws Exception {
        ServerChild.Drained drained = server.drained();
        run.figure("drained in", drained.took());
        run.require(drained.complete(), "the drain ended at its grace");
        Await.that("threads of the server end", () -> server.state("serverThreads") == 0);
        run.requireEqual("open connections", server.state("open"), 0);
        run.requireNoStackTrace(server);
    }

    private static byte[] calls(int count) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(Frames.echo(i, "call " + i));
        }
        return all.toByteArray();
    }
}
