package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.thrift.TException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Connections that write more calls at once than all threads can run in seconds, and another with occasional calls. */
public final class Row30GreedyConnectionTest extends RowTest {
    private static final Row ROW = new Row(
            30,
            "2,000 calls of 10 ms in one write, from 1 and from 50 connections",
            "a call of another connection takes 3 times as long as alone at most, and none is refused");
    private static final int GREEDY_CALLS = 2_000;
    private static final int CALL_MILLIS = 10;
    private static final int GREEDY_MILLIS = 60_000;
    private static final int MOST_TIMES = 3;
    private static final int ATTEMPTS = 5;
    private static final int CALLS = Sizes.of(50, 8);

    @DataProvider
    static Iterator<Object[]> strategiesAndConnections(Method test) {
        return Sizes.tested(test, Strategy.ALL).stream()
                .flatMap(strategy -> IntStream.of(1, 50).mapToObj(count -> new Object[] {strategy, count}))
                .iterator();
    }

    /**
     * Each thread of SameThread runs one call at a time; there, the test only checks that another connection is served.
     */
    @Test(dataProvider = "strategiesAndConnections", timeOut = LIMIT_MILLIS)
    public void anotherConnectionIsServed(Strategy strategy, int connections) throws Exception {
        String variant = connections + (connections == 1 ? " connection" : " connections");
        ROW.run(variant, strategy, Wire.PLAIN, connections * GREEDY_CALLS, run -> {
            // Prevents that greedy calls are rejected for their time in the queue before other calls are measured.
            ServerChild server = run.server(run.options().with(LimitOption.QUEUE_TIMEOUT_MILLIS, GREEDY_MILLIS));
            List<Peer> greedy = new ArrayList<>();
            try (Peer sparse = Peer.connect(server.port(), run.wire())) {
                Duration alone = slowest(run, sparse, 0);
                run.figure("alone", alone);
                byte[] calls = calls();
                for (int i = 0; i < connections; i++) {
                    greedy.add(Peer.connect(server.port(), run.wire()));
                }
                Optional<Duration> measured = Optional.empty();
                for (int attempt = 1; measured.isEmpty(); attempt++) {
                    run.require(attempt <= ATTEMPTS, "the greedy calls had ended before");
                    measured = beside(run, server, sparse, attempt * CALLS, () -> {
                        for (Peer peer : greedy) {
                            peer.send(calls);
                        }
                    });
                }
                Duration beside = measured.get();
                if (strategy == Strategy.SAME_THREAD) {
                    run.figure("beside greedy ones", beside);
                } else {
                    run.requireWithin("beside greedy ones", beside, alone.multipliedBy(MOST_TIMES));
                }
            } finally {
                for (Peer peer : greedy) {
                    peer.reset();
                }
            }
            run.requireNoStackTrace(server);
        });
    }

    /**
     * Returns the slowest call; empty if this process was not scheduled for so long that the greedy calls ended first.
     */
    private static Optional<Duration> beside(RowRun run, ServerChild server, Peer sparse, int firstId, Greedy greedy)
            throws Exception {
        greedy.send();
        if (!Await.holds(Duration.ofSeconds(4), () -> server.state("inFlight") > GREEDY_CALLS / 4)) {
            return Optional.empty();
        }
        Duration slowest = slowest(run, sparse, firstId);
        return server.state("inFlight") > 0 ? Optional.of(slowest) : Optional.empty();
    }

    private interface Greedy {
        void send() throws Exception;
    }

    private static byte[] calls() {
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        for (int id = 0; id < GREEDY_CALLS; id++) {
            calls.writeBytes(Frames.sleep(id, CALL_MILLIS));
        }
        return calls.toByteArray();
    }

    /** Returns the slowest of some calls, made one after the other. */
    private static Duration slowest(RowRun run, Peer peer, int firstId) throws Exception {
        long slowest = 0;
        for (int id = firstId; id < firstId + CALLS; id++) {
            long begin = System.nanoTime();
            call(run, peer, id);
            slowest = Math.max(slowest, System.nanoTime() - begin);
        }
        return Duration.ofNanos(slowest);
    }

    private static void call(RowRun run, Peer peer, int id) throws IOException, TException {
        peer.send(Frames.sleep(id, CALL_MILLIS));
        Frames.Reply reply = peer.reply();
        run.requireEqual("sequence id", reply.sequenceId(), id);
        run.require(!reply.isException(), "a call was refused: " + reply.text());
    }
}
