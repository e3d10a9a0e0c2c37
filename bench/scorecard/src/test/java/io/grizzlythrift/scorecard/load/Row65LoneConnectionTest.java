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
import io.grizzlythrift.test.Await;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Iterator;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A connection, alone at first, whose calls block all threads, and new connections beside it. */
public final class Row65LoneConnectionTest extends RowTest {
    private static final Row ROW = new Row(
            65,
            "1 connection whose calls block all threads, then others",
            "it gets all threads while it is alone; others are served within 1 s, and none is refused");
    private static final int THREADS = 8;
    private static final Duration SERVED = Duration.ofSeconds(1);

    @DataProvider
    static Iterator<Object[]> pools(Method test) {
        return Sizes.tested(test, Strategy.WITH_A_POOL).stream()
                .flatMap(strategy -> Sizes.tested(test, Wire.ALL).stream().map(wire -> new Object[] {strategy, wire}))
                .iterator();
    }

    @Test(dataProvider = "pools", timeOut = LIMIT_MILLIS)
    public void othersAreServed(Strategy strategy, Wire wire) throws Exception {
        ROW.run("", strategy, wire, Sizes.of(1_000, 50), run -> {
            ServerChild server =
                    run.server(run.options().with("handler", Behaviour.STUCK).with("threads", THREADS));
            ByteArrayOutputStream calls = new ByteArrayOutputStream();
            for (int id = 0; id < 2 * THREADS; id++) {
                calls.writeBytes(Frames.echo(id, "stuck"));
            }
            try (Peer alone = Peer.connect(server.port(), run.wire())) {
                alone.send(calls.toByteArray());
                Await.that("it does not get all threads", () -> server.state("running") == THREADS);
                long longest = 0;
                for (int i = 0; i < run.size(); i++) {
                    try (Peer other = Peer.connect(server.port(), run.wire())) {
                        long begin = System.nanoTime();
                        other.send(Frames.sleep(i, 0));
                        Frames.Reply reply = other.reply();
                        longest = Math.max(longest, System.nanoTime() - begin);
                        run.require(!reply.isException(), "a call was refused: " + reply.text());
                    }
                }
                run.requireWithin("slowest call of another connection", Duration.ofNanos(longest), SERVED);
                run.requireEqual("threads of the first connection", server.state("running"), THREADS);
                server.release();
            }
            run.requireNoStackTrace(server);
        });
    }
}
