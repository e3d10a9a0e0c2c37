package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.bench.results.RowResult;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** {@return the strategies, see {@link Strategy#tested}} */
    static Iterator<Object[]> strategies() {
        return Strategy.tested().stream()
                .map(strategy -> new Object[] {strategy})
                .iterator();
    }

    /**
     * Returns all strategies of the server, for a data provider of a row that tests the client; scaled down, only one,
     * because the strategy makes no difference to the client.
     */
    static Iterator<Object[]> strategiesOfServer() {
        return Sizes.SOAK
                ? strategies()
                : List.of(new Object[][] {{Strategy.WORKER_THREAD}}).iterator();
    }

    /**
     * Returns all strategies on all transports, for a data provider; scaled down, the default strategy without TLS and
     * another one with TLS, to save time.
     */
    public static Iterator<Object[]> strategiesAndWires() {
        List<Object[]> all = new ArrayList<>();
        for (Strategy strategy : Strategy.tested()) {
            for (Wire wire : Wire.values()) {
                if (Sizes.SOAK || (wire == Wire.PLAIN) == (strategy == Strategy.WORKER_THREAD)) {
                    all.add(new Object[] {strategy, wire});
                }
            }
        }
        return all.iterator();
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
