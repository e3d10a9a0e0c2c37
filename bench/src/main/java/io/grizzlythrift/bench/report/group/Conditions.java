package io.grizzlythrift.bench.report.group;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.option.NamedValueConverter;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.frame.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The conditions that all load runs of a group have in common.
 *
 * @param words conditions that are not numbers, such as {@code echo, compact}
 * @param numbers numbers by axis, without those in which the contenders differ
 */
public record Conditions(String words, Map<Axis, Integer> numbers) {
    /** Orders by words, then by each number. Conditions without a number come before those with it. */
    public static final Comparator<Conditions> ORDER = Comparator.comparing(Conditions::words)
            .thenComparing(byNumber(Axis.SIZE))
            .thenComparing(byNumber(Axis.CONNECTIONS))
            .thenComparing(byNumber(Axis.IN_FLIGHT))
            .thenComparing(byNumber(Axis.RATE));

    public static Conditions of(Group<LoadMeasurement> group) {
        List<String> words = new ArrayList<>();
        for (Function<LoadPlan, String> word : List.<Function<LoadPlan, String>>of(
                plan -> plan.calls().isEmpty()
                        ? plan.method().toString()
                        : "calls of " + Path.of(plan.calls()).getFileName(),
                Conditions::handlerTime,
                plan -> plan.protocol().toString(),
                plan -> plan.dialect() == Dialect.FRAMED ? "" : NamedValueConverter.spelled(plan.dialect()))) {
            words.add(group.common(run -> word.apply(run.load().plan()), ""));
        }
        words.add(group.common(run -> run.load().client() + " client", ""));
        words.removeIf(String::isEmpty);
        Map<Axis, Integer> numbers = new EnumMap<>(Axis.class);
        for (Axis axis : Axis.values()) {
            group.common(run -> number(axis, run.load().plan()), Optional.<Integer>empty())
                    .ifPresent(number -> numbers.put(axis, number));
        }
        return new Conditions(String.join(", ", words), numbers);
    }

    private static Optional<Integer> number(Axis axis, LoadPlan plan) {
        return axis.applies(plan) ? Optional.of(axis.value().applyAsInt(plan)) : Optional.empty();
    }

    private static String handlerTime(LoadPlan plan) {
        Duration time = plan.handlerTime();
        String micros = String.format(Locale.ROOT, "%,d us", time.toNanos() / 1000);
        if (plan.burnEvery() > 0) {
            return "one in " + plan.burnEvery() + " burns " + micros;
        }
        return plan.method() == Method.SLEEP || plan.method() == Method.BURN ? micros : "";
    }

    private static Comparator<Conditions> byNumber(Axis axis) {
        return Comparator.comparing(conditions -> conditions.numbers().getOrDefault(axis, -1));
    }

    /** {@return the same conditions without one number} */
    Conditions without(Axis axis) {
        Map<Axis, Integer> others = new EnumMap<>(Axis.class);
        others.putAll(numbers);
        others.remove(axis);
        return new Conditions(words, others);
    }

    /** {@return all conditions in one line} */
    public String text() {
        List<String> parts = new ArrayList<>(List.of(words));
        numbers.forEach((axis, number) -> parts.add(axis.text(number)));
        return String.join(", ", parts);
    }
}
