package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Peers that switch to another dialect on a connection, so that the server cannot interpret their bytes any more. */
public final class Row45ChangedDialectTest extends RowTest {
    private static final Row ROW = new Row(
            45,
            "another dialect, or another protocol without frames, in mid-connection",
            "closed within 1 s and logged; every call of others succeeds");

    @DataProvider
    static Iterator<Object[]> strategiesAndDialects() {
        return RawDialect.withStrategies(Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER);
    }

    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void endsTheConnection(Strategy strategy, RawDialect first) throws Exception {
        List<HostileBytes> others = Stream.of(RawDialect.values())
                .filter(next -> !first.accepts(next))
                .map(next -> then(first, next))
                .toList();
        ROW.run(
                "from " + first,
                strategy,
                Wire.PLAIN,
                Sizes.of(10_000, 100),
                run -> HostilePeers.sendAll(run, first, Integer.MAX_VALUE, others));
    }

    private static HostileBytes then(RawDialect first, RawDialect next) {
        String name = first + ", then " + next;
        byte[] bytes = next.echo(2, "in another dialect");
        return first == RawDialect.FRAMED && next.dialect() == Dialect.HEADER
                ? HostileBytes.noMessage(name, bytes, words(first, next))
                : HostileBytes.terminated(name, bytes, words(first, next));
    }

    private static String words(RawDialect first, RawDialect next) {
        return switch (first) {
            case UNFRAMED_BINARY -> "a message of the binary protocol begins with 0x";
            case UNFRAMED_COMPACT -> "a message of the compact protocol begins with 0x";
            case FRAMED -> next.dialect() == Dialect.UNFRAMED ? "look like an unframed message" : "THeader";
            default -> next.dialect() == Dialect.UNFRAMED ? "look like an unframed message" : "header";
        };
    }
}
