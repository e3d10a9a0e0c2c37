package io.grizzlythrift.scorecard.connection;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

/** Peers that close their side of the connection. */
public final class Row05HalfCloseTest extends RowTest {
    private static final Row ROW = new Row(
            5, "half-close after 100 calls", "all replies arrive, in order; then it is closed at once; no leak");
    private static final int CALLS = 100;
    private static final int AT_ONCE = 50;
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(1);

    /** The peer closes its side right after the calls, and reads on: nothing is lost. */
    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void beforeTheReplies(Strategy strategy) throws Exception {
        ROW.run("before the replies", strategy, Wire.PLAIN, Sizes.of(1_000, 100), run -> halfClose(run, false));
    }

    /** The peer closes its side after it has read all replies: nothing is lost. */
    @Test(dataProvider = "strategies", timeOut = LIMIT_MILLIS)
    public void afterTheReplies(Strategy strategy) throws Exception {
        ROW.run("after the replies", strategy, Wire.PLAIN, Sizes.of(1_000, 100), run -> halfClose(run, true));
    }

    private static void halfClose(RowRun run, boolean afterReplies) throws Exception {
        ServerChild server = run.server(run.options());
        byte[] calls = calls();
        long replies = 0;
        Duration slowest = Duration.ZERO;
        for (int opened = 0; opened < run.size(); opened += AT_ONCE) {
            List<Peer> peers = new ArrayList<>();
            try {
                for (int i = 0; i < AT_ONCE; i++) {
                    Peer peer = Peer.connect(server.port(), run.wire());
                    peers.add(peer);
                    peer.send(calls);
                    if (!afterReplies) {
                        peer.endOutput();
                    }
                }
                for (Peer peer : peers) {
                    int read = readReplies(run, peer);
                    replies += read;
                    run.requireEqual("replies of a connection", read, CALLS);
                    if (afterReplies) {
                        peer.endOutput();
                    }
                    Duration closed = peer.untilClosed();
                    slowest = slowest.compareTo(closed) > 0 ? slowest : closed;
                }
            } finally {
                for (Peer peer : peers) {
                    peer.close();
                }
            }
        }
        run.figure("replies of " + (long) run.size() * CALLS, replies);
        run.requireWithin("slowest close", slowest, CLOSED_WITHIN);
        run.requireNoStackTrace(server);
    }

    /** Reads replies, which must be right and in order. Returns their number: less than all if the stream ends. */
    private static int readReplies(RowRun run, Peer peer) throws Exception {
        for (int i = 0; i < CALLS; i++) {
            Optional<byte[]> message = peer.receive();
            if (message.isEmpty()) {
                return i;
            }
            Frames.Reply reply = Frames.reply(message.get());
            run.require(reply.equals(new Frames.Reply(i, "call " + i, false)), "reply " + i + " is " + reply);
        }
        return CALLS;
    }

    private static byte[] calls() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < CALLS; i++) {
            all.writeBytes(Frames.echo(i, "call " + i));
        }
        return all.toByteArray();
    }
}
