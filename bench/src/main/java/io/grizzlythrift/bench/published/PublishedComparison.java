package io.grizzlythrift.bench.published;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.results.Measurement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A published comparison that a preset repeats: its figures, and its conclusions. */
public final class PublishedComparison {
    /** The rules of all decisions, in Markdown. */
    public static final String RULES = Expectation.RULES;

    private final Published published;
    private final List<Conclusion> conclusions;

    private PublishedComparison(Published published, List<Conclusion> conclusions) {
        this.published = requireNonNull(published, "published");
        this.conclusions = List.copyOf(conclusions);
    }

    /** {@return the comparison that a preset repeats; empty if it repeats none} */
    public static Optional<PublishedComparison> of(String preset) {
        return switch (preset) {
            case "thrift-2011" -> Optional.of(thrift2011());
            case "mapkeeper-2012" ->
                Optional.of(new PublishedComparison(Published.read(preset), MapKeeper2012.conclusions()));
            case "fbthrift-2014" ->
                Optional.of(new PublishedComparison(Published.read(preset), FbThrift2014.conclusions()));
            default -> Optional.empty();
        };
    }

    /** {@return the comparison whose tables name servers and clients} */
    public static PublishedComparison thrift2011() {
        Published published = Published.read("thrift-2011");
        return new PublishedComparison(published, new Thrift2011(published.cells()).conclusions());
    }

    public Published published() {
        return published;
    }

    /** {@return one sentence in Markdown for each conclusion: confirmed, refuted, or not decided by the runs} */
    public List<String> conclusions(List<Measurement> runs) {
        MeasuredRounds rounds = new MeasuredRounds(runs);
        return conclusions.stream()
                .map(conclusion -> conclusion.sentence(rounds, published))
                .toList();
    }

    /** {@return all places of which the conclusions or the published figures speak} */
    public List<Place> places() {
        return Stream.concat(
                        published.places().stream(),
                        conclusions.stream()
                                .flatMap(conclusion -> conclusion.claims().stream())
                                .flatMap(claim -> claim.places().stream()))
                .distinct()
                .toList();
    }
}
