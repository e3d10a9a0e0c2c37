package io.grizzlythrift.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds the text that a Prometheus registry returns for a scrape. Micrometer has two such classes, in different jars
 * and packages, so neither is referenced here.
 */
final class PrometheusText {
    private static final String REGISTRY = "PrometheusMeterRegistry";

    private PrometheusText() {}

    /** {@return the text of a Prometheus registry, or of the first one within a composite; empty if there is none} */
    static Optional<Supplier<String>> of(MeterRegistry registry) {
        if (registry instanceof CompositeMeterRegistry composite) {
            return composite.getRegistries().stream()
                    .flatMap(part -> of(part).stream())
                    .findFirst();
        }
        for (Class<?> type = registry.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getSimpleName().equals(REGISTRY)) {
                return Optional.of(() -> scrape(registry));
            }
        }
        return Optional.empty();
    }

    private static String scrape(MeterRegistry registry) {
        try {
            return (String) registry.getClass().getMethod("scrape").invoke(registry);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this registry of Prometheus has no scrape()", e);
        }
    }
}
