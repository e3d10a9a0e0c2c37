package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Peers in each dialect whose bytes arrive one at a time. */
public final class Row46ByteByByteTest extends RowTest {
    private static final Row ROW = new Row(
            46,
            "one byte at a time: calls, and lengths and nesting that cannot be",
            "calls have their replies, the others end as if sent in one piece; every call of others succeeds");

    @DataProvider
    static Iterator<Object[]> strategiesDialectsAndWires(Method test) {
        return RawDialect.withStrategiesAndWires(test, Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER);
    }

    @Test(dataProvider = "strategiesDialectsAndWires", timeOut = LIMIT_MILLIS)
    public void areTheSame(Strategy strategy, RawDialect dialect, Wire wire) throws Exception {
        List<HostileBytes> kinds = Stream.concat(
                        LyingLengths.of(dialect).stream(), Stream.of(DeepNesting.between(dialect)))
                .toList();
        ROW.run(
                dialect.toString(),
                strategy,
                wire,
                Sizes.of(2_000, 40),
                run -> HostilePeers.sendAll(run, dialect, 1, kinds));
    }
}
