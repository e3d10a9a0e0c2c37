package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.bench.results.RowResult;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;

/**
 * A row of the scorecard.
 *
 * @param number number in the table
 * @param inject the abuse of the server or the client
 * @param mustHold the condition that must hold nevertheless
 */
public record Row(int number, String inject, String mustHold) {
    /** The body of a row. */
    public interface Body {
        /** Runs the row; fails if its condition does not hold. */
        void run(RowRun run) throws Exception;
    }

    /** Returns some of a list for the data provider of a test, see {@link Sizes#tested}. */
    static <T> Iterator<Object[]> rows(Method test, List<T> all) {
        return Sizes.tested(test, all).stream().map(one -> new Object[] {one}).iterator();
    }

    /**
     * Returns all strategies of the server, for a data provider of a row that tests the client; scaled down, only one,
     * because the strategy makes no difference to the client.
     */
    static Iterator<Object[]> strategiesOfServer() {
        return (Sizes.SOAK ? Strategy.ALL : List.of(Strategy.WORKER_THREAD))
                .stream().map(strategy -> new Object[] {strategy}).iterator();
    }

    /** Returns strategies on transports, for a data provider: each on each; scaled down, one on one. */
    static Iterator<Object[]> strategiesAndWires(Method test) {
        return Sizes.tested(test, Strategy.ALL).stream()
                .flatMap(strategy -> Sizes.tested(test, Wire.ALL).stream().map(wire -> new Object[] {strategy, wire}))
                .iterator();
    }

    /** Runs the row, checks the baseline, and adds a line to the table, whether the condition held or not. */
    public void run(String variant, Strategy strategy, Wire wire, int size, Body body) throws Exception {
        if (!Files.exists(Path.of("/proc/self/fd"))) {
            throw new SkipException("this system has no /proc/PID/fd to count descriptors");
        }
        long begin = System.nanoTime();
        String problem = "did not end";
        Map<String, String> figures = Map.of();
        try (RowRun run = new RowRun(strategy, wire, size)) {
            figures = run.figures();
            body.run(run);
            run.requireBaseline();
            problem = "";
        } catch (Exception | Error e) {
            problem = e.toString();
            throw e;
        } finally {
            double seconds = (double) (System.nanoTime() - begin) / TimeUnit.SECONDS.toNanos(1);
            ScorecardFiles.add(new RowResult(
                    number,
                    inject,
                    mustHold,
                    variant,
                    strategy.toString(),
                    wire.toString(),
                    size,
                    problem.isEmpty(),
                    problem,
                    seconds,
                    figures));
        }
    }
}
