package io.grizzlythrift.bench.published;

import static io.grizzlythrift.bench.published.Decision.CONFIRMED;
import static io.grizzlythrift.bench.published.Decision.NOT_DECIDED;
import static io.grizzlythrift.bench.published.Decision.REFUTED;
import static io.grizzlythrift.bench.published.Expectation.LESS;
import static io.grizzlythrift.bench.published.Expectation.LEVEL;
import static io.grizzlythrift.bench.published.Expectation.MORE;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MicroMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The decisions on published conclusions, and the published figures. */
public final class PublishedComparisonTest {
    private static final Machine MACHINE =
            new Machine(2, "Some CPU", 1, "Linux", "Some VM", "none", "abc123", Map.of());
    private static final Published FBTHRIFT = Published.read("fbthrift-2014");
    private static final Pair HAND_OVER = Pair.of(FbThrift2014.HAND_OVER, "worker-thread", "a queue with mutexes");

    private final List<Measurement> runs = new ArrayList<>();

    @DataProvider
    static Object[][] ratios() {
        return new Object[][] {
            {MORE, new double[] {1.10, 1.05, 1.20}, CONFIRMED},
            {MORE, new double[] {1.10, 0.99, 1.20}, NOT_DECIDED},
            {MORE, new double[] {0.90, 0.97, 0.99}, REFUTED},
            {MORE, new double[] {1.01, 1.01, 1.01}, NOT_DECIDED},
            {MORE, new double[] {1.50, 1.50}, NOT_DECIDED},
            {MORE, new double[] {}, NOT_DECIDED},
            {LESS, new double[] {0.90, 0.97, 0.99}, CONFIRMED},
            {LESS, new double[] {1.10, 1.05, 1.20}, REFUTED},
            {LESS, new double[] {0.90, 0.90, 1.01}, NOT_DECIDED},
            {LEVEL, new double[] {0.97, 1.00, 1.04}, CONFIRMED},
            {LEVEL, new double[] {0.97, 1.00, 1.06}, NOT_DECIDED},
            {LEVEL, new double[] {1.06, 1.10, 1.20}, REFUTED},
            {LEVEL, new double[] {0.90, 0.80, 0.94}, REFUTED},
            {LEVEL, new double[] {0.90, 1.00, 1.10}, NOT_DECIDED},
        };
    }

    /** Rounds must agree, and three are the least. */
    @Test(dataProvider = "ratios")
    public void decidesByRounds(Expectation expectation, double[] ratios, Decision expected) {
        runs.clear();
        for (int i = 0; i < ratios.length; i++) {
            measured(HAND_OVER.one(), i + 1, 1_000_000 * ratios[i]);
            measured(HAND_OVER.other(), i + 1, 1_000_000);
        }
        assertEquals(check(expectation, HAND_OVER).decision(), expected);
    }

    /** The clause has the median, the range and the published ratio. */
    @Test
    public void namesTheFigures() {
        runs.clear();
        for (int round = 1; round <= 3; round++) {
            measured(HAND_OVER.one(), round, 1_000_000 * round);
            measured(HAND_OVER.other(), round, 1_000_000);
        }
        assertEquals(
                check(MORE, HAND_OVER).figures(),
                "ours completes 2.00 times theirs (1.00 to 3.00 in 3 rounds), 3.33 in 2014");
    }

    /** A pair counts with the others of its round, by the geometric mean; a pair without runs does not count. */
    @Test
    public void takesTheMeanOverPairs() {
        runs.clear();
        Pair second = Pair.of("other group", "one", "other");
        Pair missing = Pair.of("no group", "one", "other");
        for (int round = 1; round <= 3; round++) {
            measured(HAND_OVER.one(), round, 4);
            measured(HAND_OVER.other(), round, 1);
            measured(second.one(), round, 1);
            measured(second.other(), round, 1);
        }
        assertEquals(
                check(MORE, HAND_OVER, second, missing).figures(),
                "ours completes 2.00 times theirs (2.00 to 2.00 in 3 rounds), 3.33 in 2014");
    }

    /** A round in which a pair is incomplete decides nothing. */
    @Test
    public void leavesOutIncompleteRounds() {
        runs.clear();
        Pair second = Pair.of("other group", "one", "other");
        for (int round = 1; round <= 3; round++) {
            measured(HAND_OVER.one(), round, 4);
            measured(HAND_OVER.other(), round, 1);
            if (round < 3) {
                measured(second.one(), round, 4);
                measured(second.other(), round, 1);
            }
        }
        Claim.Outcome outcome = check(MORE, HAND_OVER, second);
        assertEquals(outcome.decision(), NOT_DECIDED);
        assertTrue(outcome.figures().contains("in 2 rounds"), outcome.figures());
    }

    /** A count of 0 confirms after one round; any other refutes. */
    @Test
    public void countsDecideAtOnce() {
        runs.clear();
        Place place = new Place("copies", "ours");
        Claim claim = new NothingClaim("bytes copied", MicroMeasurement.VALUE, place);
        assertEquals(claim.check(rounds(), FBTHRIFT).decision(), NOT_DECIDED);
        measured(place, 1, 0);
        assertEquals(claim.check(rounds(), FBTHRIFT), new Claim.Outcome(CONFIRMED, "0 bytes copied"));
        measured(place, 2, 3_072);
        assertEquals(claim.check(rounds(), FBTHRIFT), new Claim.Outcome(REFUTED, "3,072 bytes copied"));
    }

    /** A load is served if every round has its figure. */
    @Test
    public void oneFailedRoundRefutes() {
        runs.clear();
        Place place = new Place("many", "one");
        Claim claim = new ServedClaim("it completes", MicroMeasurement.VALUE, place);
        assertEquals(claim.check(rounds(), FBTHRIFT).decision(), NOT_DECIDED);
        measured(place, 1, 2_000);
        assertEquals(claim.check(rounds(), FBTHRIFT), new Claim.Outcome(CONFIRMED, "it completes 2,000 calls/s"));
        measured(place, 2, Double.NaN);
        assertEquals(
                claim.check(rounds(), FBTHRIFT),
                new Claim.Outcome(REFUTED, "it completes 2,000 calls/s, and failed in 1 of 2 rounds"));
    }

    /** One refuted claim refutes a conclusion, and one that is not decided leaves it open. */
    @Test
    public void conclusionsNeedAllTheirClaims() {
        assertEquals(Decision.of(List.of(CONFIRMED, CONFIRMED)), CONFIRMED);
        assertEquals(Decision.of(List.of(CONFIRMED, NOT_DECIDED)), NOT_DECIDED);
        assertEquals(Decision.of(List.of(REFUTED, NOT_DECIDED)), REFUTED);
    }

    /** Each comparison has a source and conclusions, of which none is decided without runs. */
    @Test
    public void nothingIsDecidedWithoutRuns() {
        for (String preset : List.of("thrift-2011", "mapkeeper-2012", "fbthrift-2014")) {
            PublishedComparison comparison = PublishedComparison.of(preset).orElseThrow();
            assertTrue(comparison.published().source().contains(preset.replaceAll(".*-", "")), preset);
            List<String> sentences = comparison.conclusions(List.of());
            assertTrue(sentences.size() >= 3, preset);
            sentences.forEach(sentence -> assertTrue(sentence.contains(": **not decided**; "), sentence));
        }
        assertTrue(PublishedComparison.of("quick").isEmpty());
    }

    private void measured(Place place, int round, double value) {
        runs.add(new MicroMeasurement(
                new Occasion("some-preset", place.group(), place.contender(), round),
                new Setup(List.of(), List.of(), List.of()),
                "2026-01-01T00:00:00Z",
                "calls/s",
                value,
                Double.NaN,
                MACHINE));
    }

    private MeasuredRounds rounds() {
        return new MeasuredRounds(runs);
    }

    private Claim.Outcome check(Expectation expectation, Pair... pairs) {
        return new RatioClaim("ours completes", "theirs", expectation, MicroMeasurement.VALUE, List.of(pairs))
                .check(rounds(), FBTHRIFT);
    }
}
