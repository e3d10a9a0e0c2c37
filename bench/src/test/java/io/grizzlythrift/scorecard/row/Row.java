package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.bench.results.RowResult;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;

/**
 * A row of the scorecard.
 *
 * @param number as in the table
 * @param inject what is done to the server or the client
 * @param mustHold what must hold all the same
 */
public record Row(int number, String inject, String mustHold) {
    /** What a row does. */
    public interface Body {
        /** Fails if what must hold does not. */
        void run(RowRun run) throws Exception;
    }

    /** For a data provider: each strategy. */
    static Iterator<Object[]> strategies() {
        return Arrays.stream(Strategy.values())
                .map(strategy -> new Object[] {strategy})
                .iterator();
    }

    /**
     * For a data provider of a row whose client is put to the test: each strategy of its server; scaled down one of them,
     * because the client does not see which it is.
     */
    static Iterator<Object[]> strategiesOfServer() {
        return Sizes.SOAK
                ? strategies()
                : List.of(new Object[][] {{Strategy.WORKER_THREAD}}).iterator();
    }

    /** For a data provider: each strategy on each transport; scaled down, TLS on one of them, for the build's sake. */
    public static Iterator<Object[]> strategiesAndWires() {
        List<Object[]> all = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            for (Wire wire : Wire.values()) {
                if (Sizes.SOAK || wire == Wire.PLAIN || strategy == Strategy.WORKER_THREAD) {
                    all.add(new Object[] {strategy, wire});
                }
            }
        }
        return all.iterator();
    }

    /** Runs it, checks the baseline, and adds a line to the table, whether it held or not. */
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
