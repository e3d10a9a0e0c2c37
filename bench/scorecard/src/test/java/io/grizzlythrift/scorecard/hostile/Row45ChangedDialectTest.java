package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.scorecard.peer.Frames;
import io.grizzlythrift.scorecard.peer.Peer;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.HealthyCalls;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Peers that change their dialect with each call, as a proxy for clients of different dialects does, and then to HTTP. */
public final class Row45ChangedDialectTest extends RowTest {
    private static final Row ROW = new Row(
            45,
            "another dialect with each call, then HTTP",
            "each reply in the dialect of its call; HTTP closed within 1 s; every call of others succeeds");
    private static final Duration CLOSED = Duration.ofSeconds(1);
    private static final byte[] HTTP = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @DataProvider
    static Iterator<Object[]> strategiesAndDialects(Method test) {
        return RawDialect.withStrategies(test, Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER);
    }

    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void isServed(Strategy strategy, RawDialect first) throws Exception {
        ROW.run("from " + first, strategy, Wire.PLAIN, Sizes.of(10_000, 100), run -> changeDialects(run, first));
    }

    private static void changeDialects(RowRun run, RawDialect first) throws Exception {
        ServerChild server = run.server(run.options());
        Duration slowest = Duration.ZERO;
        try (HealthyCalls healthy = HealthyCalls.begin(run, server)) {
            for (int i = 0; i < run.size(); i++) {
                try (Peer peer = Peer.connect(server.port(), run.wire())) {
                    requireEcho(run, peer, first, 1);
                    int id = 2;
                    for (RawDialect next : RawDialect.values()) {
                        requireEcho(run, peer, next, id++);
                    }
                    peer.send(HTTP);
                    Duration closed = peer.untilClosed();
                    slowest = slowest.compareTo(closed) > 0 ? slowest : closed;
                }
            }
            healthy.requireAnswered(run);
        }
        run.requireWithin("slowest close", slowest, CLOSED);
        run.requireNoStackTrace(server);
    }

    private static void requireEcho(RowRun run, Peer peer, RawDialect dialect, int id) throws Exception {
        peer.send(dialect.echo(id, "hello"));
        Frames.Reply reply = peer.reply(dialect);
        run.requireEqual("sequence id in " + dialect, reply.sequenceId(), id);
        run.require("hello".equals(reply.text()), "the reply in " + dialect + " is " + reply);
    }
}
