package io.grizzlythrift.bench.report.group;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** A number that groups of load runs differ in, and that a chart can have as its axis. */
public enum Axis {
    SIZE("size", "payload size (B)", "%,d B"),
    CONNECTIONS("connections", "connections", "%,d connections"),
    IN_FLIGHT("in flight", "calls in flight per connection", "%,d in flight");

    private final String word;
    private final String label;
    private final String format;

    Axis(String word, String label, String format) {
        this.word = word;
        this.label = label;
        this.format = format;
    }

    /** For titles. */
    public String word() {
        return word;
    }

    /** For the axis itself. */
    public String label() {
        return label;
    }

    /** A value among other conditions. */
    String text(int value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** Where a run is on this axis. */
    ToIntFunction<LoadPlan> value() {
        return switch (this) {
            case SIZE -> LoadPlan::size;
            case CONNECTIONS -> LoadPlan::connections;
            case IN_FLIGHT -> LoadPlan::inFlight;
        };
    }

    /** Whether it means anything for a run: not every method carries text or bytes. */
    boolean applies(LoadPlan plan) {
        return switch (this) {
            case SIZE -> plan.calls().isEmpty() && plan.method().hasSize();
            case CONNECTIONS, IN_FLIGHT -> true;
        };
    }
}
