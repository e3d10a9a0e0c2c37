package io.grizzlythrift.bench.report.group;

import io.grizzlythrift.bench.results.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Contenders that were measured under the same conditions.
 *
 * @param name describes the conditions; may be empty
 * @param contenders the others are compared with the first
 */
public record Group<M extends Measurement>(String name, List<Runs<M>> contenders) {
    /** Returns the groups of some runs. Groups, and the contenders of each, are in the order of their first runs. */
    public static <M extends Measurement> List<Group<M>> of(List<M> runs) {
        List<Group<M>> groups = new ArrayList<>();
        by(runs, run -> run.occasion().group()).forEach((name, ofGroup) -> {
            List<Runs<M>> contenders = new ArrayList<>();
            by(ofGroup, run -> run.occasion().contender())
                    .forEach((contender, rounds) -> contenders.add(new Runs<>(contender, rounds)));
            groups.add(new Group<>(name, contenders));
        });
        return groups;
    }

    /** Splits runs by a key and keeps their order. */
    public static <M extends Measurement, K> Map<K, List<M>> by(List<M> runs, Function<M, K> key) {
        Map<K, List<M>> parts = new LinkedHashMap<>();
        for (M run : runs) {
            parts.computeIfAbsent(key.apply(run), first -> new ArrayList<>()).add(run);
        }
        return parts;
    }

    /** {@return the runs of all contenders} */
    public List<M> all() {
        return contenders.stream().flatMap(runs -> runs.all().stream()).toList();
    }

    /** Returns the value that all runs have in common, or the other value if they differ. */
    <T> T common(Function<M, T> fact, T otherwise) {
        List<T> facts = all().stream().map(fact).distinct().toList();
        return facts.size() == 1 ? facts.get(0) : otherwise;
    }
}
