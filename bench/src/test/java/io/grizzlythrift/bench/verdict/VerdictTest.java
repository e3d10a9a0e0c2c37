package io.grizzlythrift.bench.verdict;

import static org.testng.Assert.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The rules, with figures of invented runs. */
public final class VerdictTest {
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
                        + " (3,000 against 2,000 calls/s, better in 3 of 3 rounds).");
    }

    /** The lowest latency is the best. */
    @Test
    public void choosesTheLeastWhereLessIsBetter() {
        assertEquals(
                words(LATENCY, candidate("slow", 1_000, 1), candidate("fast", 300, 1)),
                "For tests: choose fast, because its latency p99 is 0.30 times that of the next, slow"
                        + " (300 against 1,000 us, better in 3 of 3 rounds).");
    }

    /** Between equals the cost decides. */
    @Test
    public void choosesTheCheaperOfEquals() {
        assertEquals(
                words(CALLS, candidate("a", 1_000, 8), candidate("b", 980, 4), candidate("far", 500, 1)),
                "For tests: choose b, because its throughput is within noise of the best, a (980 calls/s), and its server"
                        + " CPU time per call is 0.50 times that of the next, a (4.00 against 8.00 us, better in 3 of 3 rounds).");
        assertEquals(
                words(CALLS, candidate("a", 1_000, 4), candidate("b", 980, 8)),
                "For tests: choose a, because its throughput is the best within noise (1,000 calls/s), and its server CPU"
                        + " time per call is 0.50 times that of the next, b (4.00 against 8.00 us, better in 3 of 3 rounds).");
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
                        new Candidate("b", rounds(980, 980, 980), Rounds.UNKNOWN, "2 I/O", false),
                        candidate("c", 970, 9)),
                none);
    }

    @DataProvider
    static Object[][] pairs() {
        return new Object[][] {
            // Medians at the bound, with several rounds and with one
            {rounds(1_000, 1_000), rounds(951, 951), Standing.EQUAL},
            {rounds(1_000, 1_000), rounds(949, 949), Standing.WORSE},
            {rounds(1_000), rounds(901), Standing.EQUAL},
            {rounds(1_000), rounds(899), Standing.WORSE},
            // The ranges overlap, but each round is worse: something else slowed both
            {rounds(1_000, 500, 2_000), rounds(900, 450, 1_800), Standing.WORSE},
            // The range of the worse one is wide, and it is worse in most rounds
            {rounds(1_000, 1_000, 1_000, 1_000, 1_000), rounds(900, 400, 1_050, 700, 900), Standing.WORSE},
            {rounds(1_000, 1_000, 1_000, 1_000), rounds(900, 900, 900, 1_100), Standing.WORSE},
            // The range of either is wide, but most pairs are alike
            {rounds(1_000, 500, 2_000), rounds(990, 510, 2_000), Standing.EQUAL},
            {rounds(1_000, 1_000, 1_000, 1_000, 1_000), rounds(960, 1_040, 1_200, 980, 700), Standing.EQUAL},
            // Two of five rounds contradict three, if only slightly
            {rounds(1_000, 1_000, 1_000, 1_000, 1_000), rounds(700, 1_010, 700, 1_010, 700), Standing.CONTRADICTORY},
            {rounds(1_000, 1_000, 1_000, 1_000, 1_000), rounds(900, 1_100, 800, 1_100, 900), Standing.CONTRADICTORY},
            {rounds(1_000, 1_000, 1_000), rounds(1_100, 700, 800), Standing.CONTRADICTORY},
            // Better in most rounds, although the median is not
            {rounds(1_000, 2_000, 100), rounds(1_100, 980, 110), Standing.CONTRADICTORY},
            {rounds(1_000, 1_100, 100, 50), rounds(1_060, 1_065, 106, 53), Standing.CONTRADICTORY},
        };
    }

    /** Rounds are compared in pairs: at the bounds, with wide ranges, and where they contradict each other. */
    @Test(dataProvider = "pairs")
    public void noiseHasBounds(Rounds best, Rounds other, Standing expected) {
        assertEquals(Standing.of(best.lossesOf(other, true)), expected);
    }

    /** Less is better for latencies. */
    @Test
    public void lossesHaveADirection() {
        assertEquals(rounds(100, 200).lossesOf(rounds(200, 100), true), List.of(-0.5, 0.5));
        assertEquals(rounds(100, 200).lossesOf(rounds(200, 100), false), List.of(0.5, -0.5));
    }

    /** Rounds that only one of them has are left out. */
    @Test
    public void pairsRoundsOfTheSameNumber() {
        Rounds first = new Rounds(new TreeMap<>(Map.of(1, 100.0, 3, 300.0)));
        assertEquals(first.lossesOf(new Rounds(new TreeMap<>(Map.of(2, 1.0, 3, 150.0))), true), List.of(0.5));
        assertEquals(first.lossesOf(new Rounds(new TreeMap<>(Map.of(2, 100.0))), true), List.of(0.5), "medians");
    }

    /** A verdict from such rounds would be a guess. */
    @Test
    public void hasNoVerdictFromContradictoryRounds() {
        Candidate calm = candidate("calm", 1_000, 1);
        Candidate wild = new Candidate("wild", rounds(800, 1_200, 900), rounds(1, 1, 1), "2 I/O", false);
        assertEquals(
                words(CALLS, calm, wild, candidate("far", 10, 1)),
                "For tests: no verdict, because the rounds contradict each other: in 1 of 3 rounds wild is ahead of calm,"
                        + " which has the best median of throughput (1,000 against 900 calls/s); measure again, with more"
                        + " rounds or on a quieter machine.");
        assertEquals(new Verdict(CALLS, List.of(calm, wild)).chosen(), Optional.empty());
    }

    /** Servers with more threads are not better for nothing. */
    @Test
    public void listsThreadsThatDiffer() {
        Candidate many = new Candidate("many", rounds(3_000), rounds(1), "1 per connection", false);
        assertEquals(
                words(CALLS, many, candidate("a", 1_000, 1), candidate("b", 1_000, 1)),
                "For tests: choose many, because its throughput is 3.00 times that of the next, a (3,000 against 1,000"
                        + " calls/s). Threads differ: 1 per connection (many); 2 I/O (a and b).");
    }

    /** Contenders without a valid run are listed, but not considered. */
    @Test
    public void leavesOutWhatHasNoValidRun() {
        Candidate broken = new Candidate("broken", Rounds.UNKNOWN, Rounds.UNKNOWN, "2 I/O", false);
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
        List<Candidate> candidates = List.of(
                new Candidate("same-thread", rounds(3_000, 3_000, 3_000), rounds(1, 1, 1), "2 I/O", true),
                candidate("pool", 1_000, 1));
        Verdict verdict = new Verdict(CALLS, candidates);
        assertEquals(
                verdict.words("tests", true),
                "For tests: choose same-thread, because its throughput is 3.00 times that of the next, pool"
                        + " (3,000 against 1,000 calls/s, better in 3 of 3 rounds). Not for handlers that block: same-thread runs them on the"
                        + " threads that read.");
        assertEquals(
                verdict.words("tests", false),
                "For tests: choose same-thread, because its throughput is 3.00 times that of the next, pool"
                        + " (3,000 against 1,000 calls/s, better in 3 of 3 rounds).");
    }

    private static String words(Criterion criterion, Candidate... candidates) {
        return new Verdict(criterion, List.of(candidates)).words("tests", true);
    }

    private static Candidate candidate(String name, double figure, double cost) {
        return new Candidate(name, rounds(figure, figure, figure), rounds(cost, cost, cost), "2 I/O", false);
    }

    private static Rounds rounds(double... values) {
        SortedMap<Integer, Double> rounds = new TreeMap<>();
        for (double value : values) {
            rounds.put(rounds.size() + 1, value);
        }
        return new Rounds(rounds);
    }
}
