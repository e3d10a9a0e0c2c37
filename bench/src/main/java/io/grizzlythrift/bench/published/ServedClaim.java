package io.grizzlythrift.bench.published;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Spread;
import java.util.List;

/**
 * A claim that a contender serves its load without an error. One failed round refutes it.
 *
 * @param subject the contender, with a verb, such as {@code it completes}
 */
record ServedClaim(String subject, Figure<Measurement> figure, Place place) implements Claim {
    @Override
    public List<Place> places() {
        return List.of(place);
    }

    @Override
    public Outcome check(MeasuredRounds runs, Published published) {
        List<Double> rounds = runs.rounds(place).stream()
                .map(round -> runs.figure(place, round, figure))
                .toList();
        List<Double> valid = rounds.stream().filter(Double::isFinite).toList();
        if (rounds.isEmpty()) {
            return new Outcome(Decision.NOT_DECIDED, "not measured");
        }
        String failures = valid.size() == rounds.size()
                ? ""
                : ", and failed in " + (rounds.size() - valid.size()) + " of " + rounds.size() + " rounds";
        String figures = valid.isEmpty()
                ? "every round failed"
                : subject + " " + figure.text(Spread.of(valid, each -> each).median()) + " " + figure.head() + failures;
        return new Outcome(valid.size() == rounds.size() ? Decision.CONFIRMED : Decision.REFUTED, figures);
    }
}
