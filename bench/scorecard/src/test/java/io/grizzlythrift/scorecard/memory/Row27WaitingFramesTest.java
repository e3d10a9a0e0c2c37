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
import io.grizzlythrift.scorecard.server.Memory;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import org.testng.annotations.Test;

/** Large frames that arrive while no thread is free for their calls. */
public final class Row27WaitingFramesTest extends RowTest {
    private static final Row ROW = new Row(
            27,
            "stuck workers, then 4 connections with more frames of 4 MB than fit into the heap",
            "no OutOfMemoryError, no connection lost, limits counted; afterwards all is served");

    private static final int ATTACKERS = 4;
    private static final int FRAME_CHARS = 4_000_000;
    private static final int THREADS = 2;

    /** The threads, and the spare one that serves connections that come later. */
    private static final int STUCK = THREADS + 1;

    private static final int HEAP_MEGABYTES = Sizes.of(256, 128);

    @Test(dataProvider = "strategiesWithAPool", timeOut = LIMIT_MILLIS)
    public void areBounded(Strategy strategy) throws Exception {
        ROW.run("", strategy, Wire.PLAIN, Sizes.of(20, 10), Row27WaitingFramesTest::attack);
    }

    private static void attack(RowRun run) throws Exception {
        ServerChild server = run.server(run.options()
                .with("handler", Behaviour.STUCK)
                .with("threads", THREADS)
                .with("heap-mb", HEAP_MEGABYTES));
        ThriftClient healthy = run.client(server, options -> options);
        HealthyCalls.p99(healthy, 100);
        byte[] frame = Frames.call("note", 1, "x".repeat(FRAME_CHARS));
        byte[] frames = new byte[run.size() * frame.length];
        for (int i = 0; i < run.size(); i++) {
            System.arraycopy(frame, 0, frames, i * frame.length, frame.length);
        }
        try (Peer peer = Peer.connect(server.port(), run.wire());
                Peer later = Peer.connect(server.port(), run.wire());
                Peer waiting = Peer.connect(server.port(), run.wire())) {
            for (int i = 0; i < THREADS; i++) {
                peer.send(Frames.echo(i, "stuck"));
            }
            Await.that("the threads are stuck", () -> server.state("running") == THREADS);
            later.send(Frames.echo(THREADS, "stuck"));
            Await.that("all threads are stuck", () -> server.state("running") == STUCK);
            try (Crowd crowd = Crowd.start(server.port(), run.wire(), ATTACKERS, Manner.prompt(frames), Await.LONG)) {
                Await.that(
                        "each is held back",
                        () -> more(run, server, LimitType.BUFFERED_BYTES_READ_PAUSED) >= ATTACKERS);
                run.figure("held", Memory.megabytes(server.state("bufferedBytes")));
                waiting.send(Frames.echo(1, "waits"));
                Await.that("one more call waits", () -> server.state("inFlight") > STUCK);
                server.release();
                Frames.Reply reply = waiting.reply(); // refused, if it has waited for too long
                run.requireEqual("the call that waited", reply.sequenceId(), 1);
                Await.that("all frames are taken", () -> crowd.bytesSent() == (long) ATTACKERS * frames.length);
                run.requireEqual("connections that the server closed", crowd.closedByServer(), 0);
            }
            for (int i = 0; i < THREADS; i++) {
                run.requireEqual("a stuck call", peer.reply().sequenceId(), i);
            }
            run.requireEqual("the stuck call of the spare thread", later.reply().sequenceId(), THREADS);
        }
        HealthyCalls.p99(healthy, 100);
        run.figure("pauses of reading", more(run, server, LimitType.BUFFERED_BYTES_READ_PAUSED));
        run.requireNoStackTrace(server);
    }

    private static long more(RowRun run, ServerChild server, LimitType limit) throws java.io.IOException {
        return server.reached(limit) - run.rest(server, limit.name());
    }
}
