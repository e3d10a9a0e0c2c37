package io.grizzlythrift.bench.verdict;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.results.Spread;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The rules, with figures of invented runs. */
public final class VerdictTest {
    private static final Spread UNKNOWN = new Spread(Double.NaN, Double.NaN, Double.NaN);
    private static final Criterion CALLS =
            new Criterion("throughput", "calls/s", "%,.0f", true, "server CPU time per call");
    private static final Criterion LATENCY =
            new Criterion("latency p99", "us", "%,.0f", false, "server CPU time per call");

    /** If the best is better than all others by more than noise, it is chosen at any cost. */
    @Test
    public void choosesTheBest() {
        assertEquals(
                words(CALLS, candidate("slow", 1_000, 1), candidate("fast", 3_000, 9), candidate("middle", 2_000, 1)),
                "For tests: choose fast, because its throughput is 1.50 times that of the next, middle"
                        + " (3,000 against 2,000 calls/s).");
    }

    /** The lowest latency is the best. */
    @Test
    public void choosesTheLeastWhereLessIsBetter() {
        assertEquals(
                words(LATENCY, candidate("slow", 1_000, 1), candidate("fast", 300, 1)),
                "For tests: choose fast, because its latency p99 is 0.30 times that of the next, slow"
                        + " (300 against 1,000 us).");
    }

    /** Between equals the cost decides. */
    @Test
    public void choosesTheCheaperOfEquals() {
        assertEquals(
                words(CALLS, candidate("a", 1_000, 8), candidate("b", 980, 4), candidate("far", 500, 1)),
                "For tests: choose b, because its throughput is within noise of the best, a (980 calls/s), and its server"
                        + " CPU time per call is 0.50 times that of the next, a (4.00 against 8.00 us).");
        assertEquals(
                words(CALLS, candidate("a", 1_000, 4), candidate("b", 980, 8)),
                "For tests: choose a, because its throughput is the best within noise (1,000 calls/s), and its server CPU"
                        + " time per call is 0.50 times that of the next, b (4.00 against 8.00 us).");
    }

    /** Figures and costs are within noise, or there are no costs. */
    @Test
    public void saysIfNothingIsClear() {
        String none = "For tests: no clear choice, because a, b and c are within noise of the best throughput"
                + " (1,000 calls/s).";
        assertEquals(words(CALLS, candidate("a", 1_000, 4), candidate("b", 980, 4.1), candidate("c", 970, 9)), none);
        assertEquals(
                words(
                        CALLS,
                        candidate("a", 1_000, 4),
                        new Candidate("b", 3, exactly(980), UNKNOWN, false),
                        candidate("c", 970, 9)),
                none);
    }

    @DataProvider
    static Object[][] pairs() {
        Spread thousand = exactly(1_000);
        return new Object[][] {
            {thousand, exactly(951), 2, true},
            {thousand, exactly(949), 2, false},
            {exactly(949), thousand, 2, false},
            {thousand, exactly(901), 1, true},
            {thousand, exactly(899), 1, false},
            {new Spread(1_000, 850, 1_100), new Spread(800, 700, 850), 3, true},
            {new Spread(1_000, 851, 1_100), new Spread(800, 700, 850), 3, false},
            {new Spread(800, 700, 850), new Spread(1_000, 850, 1_100), 3, true},
            {new Spread(1_000, 100, 9_000), new Spread(800, 100, 9_000), 1, false},
        };
    }

    /** Medians, ranges, and single rounds, at their bounds. */
    @Test(dataProvider = "pairs")
    public void noiseHasBounds(Spread one, Spread other, int rounds, boolean hidden) {
        assertEquals(Noise.hides(one, other, rounds), hidden);
    }

    /** Contenders without a valid run are listed, but not considered. */
    @Test
    public void leavesOutWhatHasNoValidRun() {
        Candidate broken = new Candidate("broken", 0, UNKNOWN, UNKNOWN, false);
        assertEquals(
                words(CALLS, broken, candidate("only", 1_000, 1)),
                "For tests: nothing to choose from, because only only was measured. Left out, without a valid run:"
                        + " broken.");
        assertEquals(
                words(CALLS, broken),
                "For tests: no choice, because no run was valid. Left out, without a valid run: broken.");
    }

    /** Threads that read must not block; the warning appears only if the measured handler returned at once. */
    @Test
    public void warnsOfHandlersThatBlock() {
        List<Candidate> candidates =
                List.of(new Candidate("same-thread", 3, exactly(3_000), exactly(1), true), candidate("pool", 1_000, 1));
        Verdict verdict = new Verdict(CALLS, candidates);
        assertEquals(
                verdict.words("tests", true),
                "For tests: choose same-thread, because its throughput is 3.00 times that of the next, pool"
                        + " (3,000 against 1,000 calls/s). Not for handlers that block: same-thread runs them on the"
                        + " threads that read.");
        assertEquals(
                verdict.words("tests", false),
                "For tests: choose same-thread, because its throughput is 3.00 times that of the next, pool"
                        + " (3,000 against 1,000 calls/s).");
    }

    private static String words(Criterion criterion, Candidate... candidates) {
        return new Verdict(criterion, List.of(candidates)).words("tests", true);
    }

    private static Candidate candidate(String name, double figure, double cost) {
        return new Candidate(name, 3, exactly(figure), exactly(cost), false);
    }

    private static Spread exactly(double value) {
        return new Spread(value, value, value);
    }
}
