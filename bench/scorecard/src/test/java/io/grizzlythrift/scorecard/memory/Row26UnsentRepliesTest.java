package io.grizzlythrift.scorecard.memory;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.scorecard.peer.Crowd;
import io.grizzlythrift.scorecard.peer.Crowd.Manner;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import org.testng.annotations.Test;

/** Many clients that request more data than fits into the heap, and read none of it. */
public final class Row26UnsentRepliesTest extends RowTest {
    private static final Row ROW = new Row(
            26,
            "170 calls of 4.2 KB a connection, every reply 256 KB, nobody reads; a heap of 256 MB",
            "a healthy client's calls all succeed, p99 under 1 s; nothing is held in the end");

    private static final int CALLS = 170;

    /** Length of a call, whose number is padded with leading zeros. */
    private static final int CALL_CHARS = 4_200;

    private static final Duration ATTACK = Duration.ofSeconds(Sizes.of(10, 2));
    private static final Duration P99 = Duration.ofSeconds(1);

    @Test(dataProvider = "strategiesAndWires", timeOut = LIMIT_MILLIS)
    public void areBounded(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, Sizes.of(40, 16), Row26UnsentRepliesTest::attack);
    }

    private static void attack(RowRun run) throws Exception {
        ServerChild server = run.server(run.options().with("handler", Behaviour.LARGE));
        ThriftClient healthy = run.client(server, options -> options);
        HealthyCalls.p99(healthy, 100);
        warmUp(run, server);
        byte[] calls = calls();
        long end = System.nanoTime() + ATTACK.toNanos();
        try (Crowd deaf = Crowd.start(server.port(), run.wire(), run.size(), Manner.deaf(calls), Await.LONG)) {
            run.requireWithin("p99 of others", HealthyCalls.p99Until(healthy, end), P99);
            Await.that("all attack", () -> deaf.connected() == run.size());
            // All replies take more than the heap.
            Await.that("a call is rejected, or an attacker terminated", () -> isBounded(server));
        }
        for (LimitType limit : new LimitType[] {
            LimitType.MAX_BUFFERED_BYTES, LimitType.BUFFERED_BYTES_READ_PAUSED, LimitType.BUFFERED_BYTES_CALL_REJECTED
        }) {
            run.figure(limit.toString(), server.reached(limit) - run.rest(server, limit.name()));
        }
        run.requireNoStackTrace(server);
    }

    private static boolean isBounded(ServerChild server) throws IOException {
        return server.reached(LimitType.BUFFERED_BYTES_CALL_REJECTED) > 0
                || server.reached(LimitType.MAX_BUFFERED_BYTES) > 0
                || server.reached(LimitType.WRITE_TIMEOUT) > 0;
    }

    /** Warms up TLS, because ciphers are twenty times slower before they are compiled. */
    private static void warmUp(RowRun run, ServerChild server) throws Exception {
        try (Peer peer = Peer.connect(server.port(), run.wire())) {
            for (int i = 0; i < CALLS; i++) {
                peer.send(Frames.echo(i, Integer.toString(ScorecardHandler.HUGE_CHARS)));
                run.requireEqual("a reply's call", peer.reply().sequenceId(), i);
            }
        }
    }

    private static byte[] calls() {
        String chars = Integer.toString(ScorecardHandler.HUGE_CHARS);
        String padded = "0".repeat(CALL_CHARS - chars.length()) + chars;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < CALLS; i++) {
            all.writeBytes(Frames.echo(i, padded));
        }
        return all.toByteArray();
    }
}
