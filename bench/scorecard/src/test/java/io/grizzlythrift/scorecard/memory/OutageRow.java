package io.grizzlythrift.scorecard.memory;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.LimitOption;
import io.grizzlythrift.scorecard.server.ScorecardHandler;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The common part of all rows whose server is out of memory for a while. */
final class OutageRow {
    static final String MUST_HOLD =
            "every thread lives, nothing in flight, deadlines fire, replies behind a slow call leave,"
                    + " a client's calls succeed";

    static final Duration OUTAGE = Duration.ofMillis(Sizes.of(2_000, 700));
    private static final int HEAP_MEGABYTES = 64;
    private static final int FRAME_TIMEOUT_MILLIS = 500;

    /**
     * Maximum number of connections that Grizzly may accept, and then lose because there is no memory to register them.
     */
    private static final int MAX_LOST_DESCRIPTORS = 16;

    private static final int CALLS = Sizes.of(10_000, 500);

    private OutageRow() {}

    /** Makes the server's memory unavailable, and returns when it is available again. */
    interface Cause {
        void begin(ServerChild server);
    }

    /** @param memory the kind of memory; each kind gets a separate process */
    static void run(RowRun run, String memory, Cause cause) throws Exception {
        ServerChild server = run.server(run.options()
                .with("handler", Behaviour.ANSWER)
                .with(LimitOption.FRAME_TIMEOUT_MILLIS, FRAME_TIMEOUT_MILLIS)
                .with("heap-mb", HEAP_MEGABYTES) // the limit of direct memory is the same
                .with("outage", memory));
        CompletableFuture<Void> outage = CompletableFuture.runAsync(() -> cause.begin(server));
        // At once, because the objects that a thread creates for its first call and keeps must not exist yet.
        try (OutageLoad load = OutageLoad.begin(server, run.wire())) {
            outage.get(2 * RowTest.LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            long answered = load.answered();
            Await.that("calls are answered afterwards", () -> load.answered() > answered + CALLS);
            load.end();
            run.figure("answered", load.answered());
            run.figure("connections lost", load.lost());
            run.require(load.problem().isEmpty(), load.problem());
        }
        run.allowLostDescriptors(server, MAX_LOST_DESCRIPTORS);
        Await.that("nothing is in flight", () -> server.state("inFlight") == 0);
        Await.that("every thread lives", () -> server.state("serverThreads") == run.rest(server, "serverThreads"));
        requireDeadline(run, server);
        requireFlushTimer(run, server);
        ThriftClient client = run.client(server, options -> options.callTimeout(Await.LONG));
        BenchService.Iface service = client.stub(BenchService.Iface.class);
        for (int i = 0; i < CALLS; i++) {
            run.requireEqual("sum", service.add(i, 1), i + 1);
        }
    }

    /** Checks the frame deadline with a frame that is started and never ends. */
    private static void requireDeadline(RowRun run, ServerChild server) throws Exception {
        try (Peer peer = Peer.connect(server.port(), run.wire())) {
            byte[] call = Frames.echo(1, "cut off");
            peer.send(Arrays.copyOf(call, call.length - 1));
            run.requireWithin("frame time-out", peer.untilClosed(), Duration.ofMillis(4 * FRAME_TIMEOUT_MILLIS));
        }
    }

    /** Checks that a reply is sent while the next call of the same read is still running. */
    private static void requireFlushTimer(RowRun run, ServerChild server) throws Exception {
        server.behave(Behaviour.LARGE);
        try (Peer peer = Peer.connect(server.port(), run.wire())) {
            byte[] ready = Frames.echo(1, "5");
            byte[] waits = Frames.echo(2, ScorecardHandler.WAITS);
            byte[] both = Arrays.copyOf(ready, ready.length + waits.length);
            System.arraycopy(waits, 0, both, ready.length, waits.length);
            peer.send(both);
            run.requireEqual("reply before a slow call", peer.reply().sequenceId(), 1);
            server.release();
            run.requireEqual("reply of the slow call", peer.reply().sequenceId(), 2);
        } finally {
            server.release();
        }
    }
}
