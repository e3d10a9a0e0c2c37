package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.scorecard.server.ScorecardServer;
import io.grizzlythrift.scorecard.server.ServerOptions;
import io.grizzlythrift.scorecard.server.ServerPool;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Iterator;
import org.testng.annotations.AfterSuite;
import org.testng.annotations.DataProvider;

/**
 * Base class of the tests of all rows. {@code .ci/long scorecard} runs the whole scorecard in full size, and writes the
 * table to {@code bench/target/scorecard.md}.
 *
 * <p>For a new row, add a class with a {@link Row} in it. For a limit of the server, add an option of {@link
 * ServerOptions} that {@link ScorecardServer} reads; for a transport, add a constant of {@link Wire}.
 */
public abstract class RowTest {
    /** Timeout of a scaled-down row. */
    public static final long LIMIT_MILLIS = 120_000;

    private static boolean printed;

    @DataProvider
    public static Iterator<Object[]> strategies(Method test) {
        return Row.rows(test, Strategy.ALL);
    }

    /** Without SameThread, whose selectors run the calls. */
    @DataProvider
    public static Iterator<Object[]> strategiesWithAPool(Method test) {
        return Row.rows(test, Strategy.WITH_A_POOL);
    }

    @DataProvider
    public static Iterator<Object[]> strategiesOfServer() {
        return Row.strategiesOfServer();
    }

    @DataProvider
    public static Iterator<Object[]> strategiesAndWires(Method test) {
        return Row.strategiesAndWires(test);
    }

    @AfterSuite(alwaysRun = true)
    public static synchronized void print() throws IOException {
        if (!printed) {
            printed = true;
            ServerPool.close();
            System.out.println(ScorecardFiles.toMarkdown(ScorecardFiles.soFar()));
        }
    }
}
