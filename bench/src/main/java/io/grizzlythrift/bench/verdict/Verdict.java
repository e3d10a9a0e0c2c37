package io.grizzlythrift.bench.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Chooses one of several candidates by these rules:
 *
 * <ol>
 *   <li>Candidates without a valid run are left out and listed.
 *   <li>The best candidate is the one with the best median of the criterion. All others are compared with it round by
 *       round, see {@link Standing}. If the rounds of one of them contradict each other, there is no verdict.
 *   <li>If all others are worse, the best candidate is chosen.
 *   <li>Otherwise, the candidates that are not worse are equals. The one with the lowest cost is chosen, if all other
 *       equals cost more, again round by round.
 *   <li>Otherwise, there is no clear choice, and the equals are listed.
 *   <li>If the chosen candidate runs handlers on the threads that read, and the measured handler returned at once, the
 *       verdict warns of handlers that block.
 *   <li>If the servers have different numbers of threads, the verdict lists them.
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
        Map<String, List<Candidate>> byThreads =
                ranked.stream().collect(Collectors.groupingBy(Candidate::threads, TreeMap::new, Collectors.toList()));
        if (byThreads.size() > 1) {
            sentences.add(byThreads.entrySet().stream()
                    .map(same -> same.getKey() + " (" + names(same.getValue()) + ")")
                    .collect(Collectors.joining("; ", "Threads differ: ", ".")));
        }
        if (!leftOut.isEmpty()) {
            sentences.add("Left out, without a valid run: " + names(leftOut) + ".");
        }
        return String.join(" ", sentences);
    }

    /** {@return the chosen candidate; empty if there is no clear choice} */
    Optional<Candidate> chosen() {
        if (ranked.size() < 2 || contradictory().isPresent()) {
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
        if (contradictory().isPresent()) {
            return contradiction(contradictory().get());
        }
        Optional<Candidate> chosen = chosen();
        if (chosen.isEmpty()) {
            return "no clear choice, because " + names(equals()) + " are within noise of the best " + criterion.figure()
                    + " (" + text(best()) + " " + criterion.unit() + ")";
        }
        String name = chosen.get().name();
        Criterion cost = new Criterion(criterion.cost(), "us", "%.3g", false, "");
        if (equals().size() == 1) {
            return "choose " + name + ", because its " + criterion.figure() + " is "
                    + compared(best(), ranked.get(1), Candidate::figure, criterion);
        }
        Candidate next = equals().stream()
                .filter(other -> !other.equals(chosen.get()))
                .min(byCost())
                .orElseThrow();
        return "choose " + name + ", because its " + criterion.figure() + " is "
                + (chosen.get().equals(best()) ? "the best within noise" : "within noise of the best, " + best().name())
                + " (" + text(chosen.get()) + " " + criterion.unit() + "), and its " + criterion.cost() + " is "
                + compared(chosen.get(), next, Candidate::cost, cost);
    }

    /** Says why there is no verdict, although one contender may look better. */
    private String contradiction(Candidate other) {
        List<Double> losses = best().figure().lossesOf(other.figure(), criterion.more());
        return "no verdict, because the rounds contradict each other: "
                + rounds(losses, loss -> loss < 0) + " " + other.name() + " is ahead of " + best().name()
                + ", which has the best median of " + criterion.figure() + " (" + text(best()) + " against "
                + text(other)
                + " " + criterion.unit() + "); measure again, with more rounds or on a quieter machine";
    }

    private static String compared(
            Candidate one, Candidate next, Function<Candidate, Rounds> figure, Criterion criterion) {
        double value = figure.apply(one).median();
        double other = figure.apply(next).median();
        List<Double> losses = figure.apply(one).lossesOf(figure.apply(next), criterion.more());
        return String.format(
                Locale.ROOT,
                "%.2f times that of the next, %s (" + criterion.format() + " against " + criterion.format() + " %s%s)",
                value / other,
                next.name(),
                value,
                other,
                criterion.unit(),
                losses.size() == 1 ? "" : ", better " + rounds(losses, loss -> loss > 0));
    }

    private static String rounds(List<Double> losses, Predicate<Double> which) {
        return "in " + losses.stream().filter(which).count() + " of " + losses.size() + " rounds";
    }

    private Candidate best() {
        return ranked.get(0);
    }

    /** {@return the first candidate whose rounds do not agree whether it is worse than the best} */
    private Optional<Candidate> contradictory() {
        return ranked.stream()
                .filter(other -> !other.equals(best()) && againstBest(other) == Standing.CONTRADICTORY)
                .findFirst();
    }

    /** Returns the best candidate and those that are not worse. */
    private List<Candidate> equals() {
        return ranked.stream()
                .filter(other -> other.equals(best()) || againstBest(other) == Standing.EQUAL)
                .toList();
    }

    private Standing againstBest(Candidate other) {
        return Standing.of(best().figure().lossesOf(other.figure(), criterion.more()));
    }

    private Optional<Candidate> cheapest() {
        List<Candidate> equals = equals();
        if (equals.stream().anyMatch(each -> !Double.isFinite(each.cost().median()))) {
            return Optional.empty();
        }
        return equals.stream()
                .min(byCost())
                .filter(cheapest -> equals.stream()
                        .filter(other -> !other.equals(cheapest))
                        .allMatch(
                                other -> Standing.of(cheapest.cost().lossesOf(other.cost(), false)) == Standing.WORSE));
    }

    private static Comparator<Candidate> byCost() {
        return Comparator.comparingDouble(candidate -> candidate.cost().median());
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
