package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.testng.annotations.Test;

/** Calls that arrive in pieces of random sizes, with handlers of random durations. */
public final class Row21PipelinedTest extends RowTest {
    private static final Row ROW =
            new Row(21, "pipelined calls, random delays, 1-byte splits", "no wrong, missing or double reply");
    private static final int PEERS = 4;
    private static final int MOST_PER_WRITE = 400;
    private static final int MOST_SINGLE_BYTES = 60;
    private static final int LONGEST_PAUSE_MICROS = 300;

    @Test(dataProvider = "strategies", timeOut = 10 * LIMIT_MILLIS)
    public void inTheOrderOfRequests(Strategy strategy) throws Exception {
        ROW.run("in order", strategy, Wire.PLAIN, Sizes.of(1_000_000, 20_000), run -> call(run, ReplyOrder.REQUEST));
    }

    @Test(dataProvider = "strategies", timeOut = 10 * LIMIT_MILLIS)
    public void asCompleted(Strategy strategy) throws Exception {
        ROW.run(
                "as completed",
                strategy,
                Wire.PLAIN,
                Sizes.of(1_000_000, 20_000),
                run -> call(run, ReplyOrder.AS_COMPLETED));
    }

    private static void call(RowRun run, ReplyOrder order) throws Exception {
        ServerChild server = run.server(run.options().with("order", order));
        server.behave(Behaviour.JITTER);
        int each = run.size() / PEERS;
        ExecutorService threads = Executors.newFixedThreadPool(2 * PEERS);
        List<Peer> peers = new ArrayList<>();
        try {
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < PEERS; i++) {
                Peer peer = Peer.connect(server.port(), run.wire());
                peers.add(peer);
                int number = i;
                all.add(CompletableFuture.runAsync(() -> checked(() -> send(peer, number, each)), threads));
                all.add(CompletableFuture.runAsync(() -> checked(() -> receive(peer, number, each, order)), threads));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
            run.requireEqual("calls", server.state("calls") - run.rest(server, "calls"), run.size());
            for (Peer peer : peers) {
                peer.endOutput();
                run.require(peer.receive().isEmpty(), "a reply that nobody asked for");
            }
        } finally {
            for (Peer peer : peers) {
                peer.close();
            }
            threads.shutdownNow();
            threads.awaitTermination(Await.LONG.toSeconds(), TimeUnit.SECONDS);
        }
        server.behave(Behaviour.ANSWER);
        run.requireNoStackTrace(server);
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void checked(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static String text(int peer, int call) {
        return peer + "/" + call;
    }

    /** Sends many calls per write, split at random places, with some runs of single bytes, and occasional pauses. */
    private static void send(Peer peer, int number, int count) throws IOException {
        Random random = new Random(number);
        for (int call = 0; call < count; ) {
            ByteArrayOutputStream some = new ByteArrayOutputStream();
            for (int end = Math.min(count, call + 1 + random.nextInt(MOST_PER_WRITE)); call < end; call++) {
                some.writeBytes(Frames.echo(call, text(number, call)));
            }
            byte[] bytes = some.toByteArray();
            int cut = random.nextInt(bytes.length);
            peer.send(bytes, 0, cut);
            int end = Math.min(bytes.length, cut + random.nextInt(MOST_SINGLE_BYTES));
            for (; cut < end; cut++) {
                peer.send(bytes, cut, 1);
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(LONGEST_PAUSE_MICROS)));
            peer.send(bytes, cut, bytes.length - cut);
        }
    }

    private static void receive(Peer peer, int number, int count, ReplyOrder order) throws Exception {
        BitSet answered = new BitSet(count);
        for (int i = 0; i < count; i++) {
            Frames.Reply reply = peer.reply();
            int call = reply.sequenceId();
            if (order == ReplyOrder.REQUEST && call != i) {
                throw new AssertionError("reply " + i + " of peer " + number + " is " + reply);
            }
            if (call < 0 || call >= count || answered.get(call)) {
                throw new AssertionError("a second reply, or one to no call: " + reply);
            }
            if (!reply.equals(new Frames.Reply(call, text(number, call), false))) {
                throw new AssertionError("a wrong reply to call " + call + ": " + reply);
            }
            answered.set(call);
        }
    }
}
