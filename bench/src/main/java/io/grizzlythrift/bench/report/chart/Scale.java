package io.grizzlythrift.bench.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Scales of axes: linear or logarithmic, with labels. */
final class Scale {
    private static final double MOST_FOR_LINEAR = 20;
    private static final double LEAST_DISTANCE = 0.05;
    private static final double MOST_FOR_FINE_STEPS = 2000;
    private static final double ROOM_AT_ENDS = 0.03;

    private Scale() {}

    /** {@return true if the values are too far apart for a linear scale} */
    static boolean logarithmic(Collection<Double> values) {
        double least = Collections.min(values);
        return least > 0 && Collections.max(values) > MOST_FOR_LINEAR * least;
    }

    /** Returns a scale whose labels are the values themselves, except those too close to the previous label. */
    static Map<String, Object> ofValues(String aesthetic, String name, Collection<Double> values) {
        boolean logarithmic = logarithmic(values);
        double from = position(Collections.min(values), logarithmic);
        double length = position(Collections.max(values), logarithmic) - from;
        List<Double> breaks = new ArrayList<>();
        double last = 0;
        for (double value : values.stream().sorted().distinct().toList()) {
            double place = (position(value, logarithmic) - from) / length;
            if (breaks.isEmpty() || place - last >= LEAST_DISTANCE) {
                breaks.add(value);
                last = place;
            }
        }
        Map<String, Object> scale = scale(aesthetic, name, values);
        label(scale, breaks);
        return scale;
    }

    /** Returns a scale with round numbers as labels; a linear scale starts at zero. */
    static Map<String, Object> ofFigures(String aesthetic, String name, Collection<Double> values) {
        if (logarithmic(values)) {
            Map<String, Object> scale = scale(aesthetic, name, values);
            label(scale, roundValues(Collections.min(values), Collections.max(values)));
            return scale;
        }
        return Spec.of("aesthetic", aesthetic, "name", name, "limits", Arrays.asList(0.0, null));
    }

    /** Returns 1, 2, 5, 10 and so on within the bounds; only powers of ten if the bounds are far apart. */
    private static List<Double> roundValues(double least, double most) {
        List<Integer> steps = most / least > MOST_FOR_FINE_STEPS ? List.of(1) : List.of(1, 2, 5);
        List<Double> round = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(least)); Math.pow(10, power) <= most; power++) {
            for (int step : steps) {
                double value = step * Math.pow(10, power);
                if (value >= least && value <= most) {
                    round.add(value);
                }
            }
        }
        return round;
    }

    private static Map<String, Object> scale(String aesthetic, String name, Collection<Double> values) {
        Map<String, Object> scale = Spec.of("aesthetic", aesthetic, "name", name);
        if (logarithmic(values)) {
            double least = Collections.min(values);
            double most = Collections.max(values);
            double room = Math.pow(most / least, ROOM_AT_ENDS);
            scale.put("trans", "log10");
            scale.put("limits", List.of(least / room, most * room));
        }
        return scale;
    }

    private static void label(Map<String, Object> scale, List<Double> breaks) {
        scale.put("breaks", breaks);
        scale.put(
                "labels",
                breaks.stream()
                        .map(value -> String.format(Locale.ROOT, value < 1 ? "%.3f" : "%,.0f", value))
                        .toList());
    }

    private static double position(double value, boolean logarithmic) {
        return logarithmic ? Math.log10(value) : value;
    }
}
