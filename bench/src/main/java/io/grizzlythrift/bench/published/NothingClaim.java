package io.grizzlythrift.bench.published;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import java.util.List;
import java.util.Locale;

/**
 * A claim that a count is 0. Counts do not vary, so one round decides.
 *
 * @param subject what is counted, such as {@code bytes copied per call by this library}
 */
record NothingClaim(String subject, Figure<Measurement> figure, Place place) implements Claim {
    @Override
    public List<Place> places() {
        return List.of(place);
    }

    @Override
    public Outcome check(MeasuredRounds runs, Published published) {
        double most = runs.rounds(place).stream()
                .mapToDouble(round -> runs.figure(place, round, figure))
                .max()
                .orElse(Double.NaN);
        if (Double.isNaN(most)) {
            return new Outcome(Decision.NOT_DECIDED, subject + " not measured");
        }
        return new Outcome(
                most == 0 ? Decision.CONFIRMED : Decision.REFUTED,
                String.format(Locale.ROOT, "%,.0f %s", most, subject));
    }
}
