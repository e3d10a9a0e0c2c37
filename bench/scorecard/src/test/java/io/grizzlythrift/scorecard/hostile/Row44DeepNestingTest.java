package io.grizzlythrift.scorecard.hostile;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Peers in each dialect whose values are nested excessively. */
public final class Row44DeepNestingTest extends RowTest {
    private static final Row ROW = new Row(
            44,
            "structs and containers within each other, 200 and 10,000 levels deep",
            "closed and logged where nothing else tells the end, or PROTOCOL_ERROR; every call of others succeeds");

    @DataProvider
    static Iterator<Object[]> strategiesAndDialects(Method test) {
        return RawDialect.withStrategies(test, Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER);
    }

    @Test(dataProvider = "strategiesAndDialects", timeOut = LIMIT_MILLIS)
    public void areBounded(Strategy strategy, RawDialect dialect) throws Exception {
        List<HostileBytes> kinds = new ArrayList<>(DeepNesting.of(dialect));
        kinds.add(DeepNesting.between(dialect));
        ROW.run(
                dialect.toString(),
                strategy,
                Wire.PLAIN,
                Sizes.of(10_000, 100),
                run -> HostilePeers.sendAll(run, dialect, Integer.MAX_VALUE, kinds));
    }
}
