package io.grizzlythrift.scorecard.load;

import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ScorecardHandler.Behaviour;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** A quick method, on the selector threads of the strategy adaptive, whose backend begins to hang. */
public final class Row67HangingBackendTest extends RowTest {
    private static final Row ROW = new Row(
            67,
            "a method that runs on selector threads (adaptive) hangs on all of them",
            "another method is served within 1 s, on old and new connections");
    private static final int CALLERS = 8;
    private static final int PIPELINED = 100;
    private static final Duration SERVED = Duration.ofSeconds(1);

    @Test(timeOut = LIMIT_MILLIS)
    public void otherCallsAreServed() throws Exception {
        ROW.run("adaptive", Strategy.WORKER_THREAD, Wire.PLAIN, Sizes.of(1_000, 50), run -> {
            ServerChild server = run.server(run.options().with("adaptive", true));
            run.allowKeptThreads(server, CALLERS); // each may have taken a selector over
            List<Peer> callers = new ArrayList<>();
            try (Peer old = Peer.connect(server.port(), run.wire())) {
                for (int i = 0; i < CALLERS; i++) {
                    callers.add(Peer.connect(server.port(), run.wire()));
                }
                while (server.state("echoOnSelectors") == 0) {
                    callPipelined(callers.get(0));
                }
                server.behave(Behaviour.STUCK);
                for (Peer caller : callers) {
                    caller.send(Frames.echo(1, "stuck"));
                }
                long longest = 0;
                for (int i = 0; i < run.size(); i++) {
                    try (Peer fresh = Peer.connect(server.port(), run.wire())) {
                        for (Peer peer : List.of(old, fresh)) {
                            long begin = System.nanoTime();
                            peer.send(Frames.sleep(i, 0));
                            Frames.Reply reply = peer.reply();
                            longest = Math.max(longest, System.nanoTime() - begin);
                            run.require(!reply.isException(), "a call was refused: " + reply.text());
                        }
                    }
                }
                run.requireWithin("slowest call of another method", Duration.ofNanos(longest), SERVED);
                run.figure("calls that hang", server.state("running"));
                server.release();
                for (Peer caller : callers) {
                    run.require(!caller.reply().isException(), "a call that hung got no result");
                }
            } finally {
                for (Peer caller : callers) {
                    caller.close();
                }
            }
            run.requireNoStackTrace(server);
        });
    }

    private static void callPipelined(Peer peer) throws Exception {
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        for (int id = 0; id < PIPELINED; id++) {
            calls.writeBytes(Frames.echo(id, "quick"));
        }
        peer.send(calls.toByteArray());
        for (int i = 0; i < PIPELINED; i++) {
            peer.reply();
        }
    }
}
