package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.Memory;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Replies from threads that do not belong to the server, and that end after one call. */
public final class Row32ShortThreadsTest extends RowTest {
    private static final Row ROW = new Row(
            32,
            "a million replies from a million short threads",
            "heap and direct memory as before; as fast as a pool, or as half of the threads that only start and end");
    private static final int PEERS = 8;
    private static final long MAX_HEAP_GROWTH = 2 * Memory.MEGABYTE;

    /** 16 shared buffers of 128 KiB each, and the memory that Grizzly's selectors keep. */
    private static final long MAX_DIRECT_GROWTH = 4 * Memory.MEGABYTE;

    private static final int WARM_UP = 2_000;
    private static final int COMPARED = Sizes.of(50_000, 2_000);

    /** Minimum share of the slower of the two rates that short threads are compared with. */
    private static final double LEAST_SHARE = Sizes.share(0.5, 0.1);

    @Test(timeOut = 10 * LIMIT_MILLIS)
    public void nothingGrows() throws Exception {
        // The strategy of this row is that of the server used for comparison.
        ROW.run("thread per read", Strategy.WORKER_THREAD, Wire.PLAIN, Sizes.of(1_000_000, 10_000), run -> {
            ServerChild pool = run.server(run.options());
            ServerChild server = run.server(run.options().with("thread-per-read", 1));
            call(pool, run.wire(), WARM_UP);
            call(server, run.wire(), WARM_UP);
            double ofPool = call(pool, run.wire(), COMPARED);
            double bareThreads = startAndEnd(COMPARED);
            Memory before = Memory.of(server);
            double ofShortThreads = call(server, run.wire(), run.size());
            Memory after = Memory.of(server);
            run.figure("of a pool", perSecond(ofPool));
            run.figure("threads without a call", perSecond(bareThreads));
            run.figure("of short threads", perSecond(ofShortThreads));
            run.require(
                    ofShortThreads >= LEAST_SHARE * Math.min(ofPool, bareThreads),
                    "short threads answer " + perSecond(ofShortThreads));
            run.figure("before", before);
            run.figure("after", after);
            run.require(
                    after.heapBytes() - before.heapBytes() <= MAX_HEAP_GROWTH,
                    "the heap grew from " + before + " to " + after);
            run.require(
                    after.directBytes() - before.directBytes() <= MAX_DIRECT_GROWTH,
                    "direct memory grew from " + before + " to " + after);
            run.requireNoStackTrace(server);
        });
    }

    private static String perSecond(double calls) {
        return String.format(Locale.ROOT, "%.0f/s", calls);
    }

    /** Returns the rate per second of threads that only start and end, with one thread per peer at a time. */
    private static double startAndEnd(int threads) throws InterruptedException {
        Semaphore running = new Semaphore(PEERS);
        long begin = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            running.acquire();
            new Thread(running::release, "bare").start();
        }
        running.acquire(PEERS);
        return threads * 1e9 / (System.nanoTime() - begin);
    }

    /** Makes one call at a time on each connection, so that each call is one read. Returns the calls per second. */
    private static double call(ServerChild server, Wire wire, int calls) throws Exception {
        long begin = System.nanoTime();
        List<CompletableFuture<Void>> peers = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            CompletableFuture<Void> ended = new CompletableFuture<>();
            peers.add(ended);
            new Thread(
                            () -> {
                                try (Peer peer = Peer.connect(server.port(), wire)) {
                                    for (int id = 0; id < calls / PEERS; id++) {
                                        peer.send(Frames.echo(id, "short"));
                                        if (!peer.reply().text().equals("short")) {
                                            throw new IllegalStateException("a wrong reply to call " + id);
                                        }
                                    }
                                    ended.complete(null);
                                } catch (Exception | Error e) {
                                    ended.completeExceptionally(e);
                                }
                            },
                            "short-threads")
                    .start();
        }
        CompletableFuture.allOf(peers.toArray(CompletableFuture[]::new)).get(20, TimeUnit.MINUTES);
        return calls * 1e9 / (System.nanoTime() - begin);
    }
}
