package io.grizzlythrift.bench.verdict;

import io.grizzlythrift.bench.results.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Chooses one of several candidates by these rules:
 *
 * <ol>
 *   <li>Candidates without a valid run are left out and listed.
 *   <li>The best candidate is the one with the best median of the criterion. It is chosen if all others are worse by
 *       more than {@link Noise}.
 *   <li>Otherwise, the candidates within noise of the best are equals. The one with the lowest cost is chosen, if all
 *       other equals cost more by more than noise.
 *   <li>Otherwise, there is no clear choice, and the equals are listed.
 *   <li>If the chosen candidate runs handlers on the threads that read, and the measured handler returned at once, the
 *       verdict warns of handlers that block.
 * </ol>
 */
final class Verdict {
    private final Criterion criterion;
    private final List<Candidate> ranked;
    private final List<Candidate> leftOut;

    Verdict(Criterion criterion, List<Candidate> candidates) {
        this.criterion = criterion;
        Comparator<Candidate> byFigure =
                Comparator.comparingDouble(candidate -> candidate.figure().median());
        ranked = candidates.stream()
                .filter(Candidate::isMeasured)
                .sorted(criterion.more() ? byFigure.reversed() : byFigure)
                .toList();
        leftOut =
                candidates.stream().filter(candidate -> !candidate.isMeasured()).toList();
    }

    /**
     * Returns the verdict as sentences.
     *
     * @param situation describes the runs, such as {@code handlers that return at once}
     * @param returnsAtOnce whether the handlers return at once
     */
    String words(String situation, boolean returnsAtOnce) {
        List<String> sentences = new ArrayList<>(List.of("For " + situation + ": " + choice() + "."));
        if (returnsAtOnce && chosen().filter(Candidate::blocksReading).isPresent()) {
            sentences.add("Not for handlers that block: "
                    + chosen().orElseThrow().name() + " runs them on the threads that read.");
        }
        if (!leftOut.isEmpty()) {
            sentences.add("Left out, without a valid run: " + names(leftOut) + ".");
        }
        return String.join(" ", sentences);
    }

    /** {@return the chosen candidate; empty if there is no clear choice} */
    Optional<Candidate> chosen() {
        if (ranked.size() < 2) {
            return Optional.empty();
        }
        return equals().size() == 1 ? Optional.of(best()) : cheapest();
    }

    private String choice() {
        if (ranked.isEmpty()) {
            return "no choice, because no run was valid";
        }
        if (ranked.size() == 1) {
            return "nothing to choose from, because only " + best().name() + " was measured";
        }
        Optional<Candidate> chosen = chosen();
        if (chosen.isEmpty()) {
            return "no clear choice, because " + names(equals()) + " are within noise of the best " + criterion.figure()
                    + " (" + text(best()) + " " + criterion.unit() + ")";
        }
        String name = chosen.get().name();
        if (equals().size() == 1) {
            return "choose " + name + ", because its " + criterion.figure() + " is "
                    + compared(best(), ranked.get(1), Candidate::figure, criterion.format(), criterion.unit());
        }
        Candidate next = equals().stream()
                .filter(other -> !other.equals(chosen.get()))
                .min(byCost())
                .orElseThrow();
        return "choose " + name + ", because its " + criterion.figure() + " is "
                + (chosen.get().equals(best()) ? "the best within noise" : "within noise of the best, " + best().name())
                + " (" + text(chosen.get()) + " " + criterion.unit() + "), and its " + criterion.cost() + " is "
                + compared(chosen.get(), next, Candidate::cost, "%.3g", "us");
    }

    private String compared(
            Candidate one, Candidate next, Function<Candidate, Spread> figure, String format, String unit) {
        double value = figure.apply(one).median();
        double other = figure.apply(next).median();
        return String.format(
                Locale.ROOT,
                "%.2f times that of the next, %s (" + format + " against " + format + " %s)",
                value / other,
                next.name(),
                value,
                other,
                unit);
    }

    private Candidate best() {
        return ranked.get(0);
    }

    /** Returns the best candidate and those within noise of it. */
    private List<Candidate> equals() {
        return ranked.stream()
                .filter(other -> other.equals(best()) || isNoise(best(), other, Candidate::figure))
                .toList();
    }

    private Optional<Candidate> cheapest() {
        List<Candidate> equals = equals();
        if (equals.stream().anyMatch(each -> !Double.isFinite(each.cost().median()))) {
            return Optional.empty();
        }
        return equals.stream()
                .min(byCost())
                .filter(cheapest -> equals.stream()
                        .noneMatch(other -> !other.equals(cheapest) && isNoise(cheapest, other, Candidate::cost)));
    }

    private static Comparator<Candidate> byCost() {
        return Comparator.comparingDouble(candidate -> candidate.cost().median());
    }

    private static boolean isNoise(Candidate one, Candidate other, Function<Candidate, Spread> figure) {
        return Noise.hides(figure.apply(one), figure.apply(other), Math.min(one.rounds(), other.rounds()));
    }

    private String text(Candidate candidate) {
        return String.format(Locale.ROOT, criterion.format(), candidate.figure().median());
    }

    private static String names(List<Candidate> candidates) {
        List<String> names = candidates.stream().map(Candidate::name).toList();
        if (names.size() == 1) {
            return names.get(0);
        }
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
