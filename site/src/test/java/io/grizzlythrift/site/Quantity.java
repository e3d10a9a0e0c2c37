package io.grizzlythrift.site;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers and times as the pages write them: {@code 8,192}, {@code 30 s}. */
final class Quantity {
    private static final Pattern WORDS = Pattern.compile("(\\d[\\d,]*)(?: (µs|ms|s|min|h|d))?");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "µs", Duration.ofNanos(1_000),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private Quantity() {}

    /** A Long or a Duration; empty if the words are none. */
    static Optional<Comparable<?>> of(String words) {
        Matcher parts = WORDS.matcher(words.strip());
        if (!parts.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(parts.group(1).replace(",", ""));
        return Optional.of(
                parts.group(2) == null
                        ? (Comparable<?>) number
                        : UNITS.get(parts.group(2)).multipliedBy(number));
    }

    /** The next one, by as little as there is. */
    static Comparable<?> above(Comparable<?> quantity) {
        return quantity instanceof Duration time ? time.plusNanos(1) : (Comparable<?>) ((Long) quantity + 1);
    }

    /** The one before, by as little as there is. */
    static Comparable<?> below(Comparable<?> quantity) {
        return quantity instanceof Duration time ? time.minusNanos(1) : (Comparable<?>) ((Long) quantity - 1);
    }
}
