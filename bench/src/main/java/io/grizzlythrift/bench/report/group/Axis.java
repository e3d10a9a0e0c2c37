package io.grizzlythrift.bench.report.group;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** A number in which groups of load runs differ, and that a chart can use as its axis. */
public enum Axis {
    SIZE("size", "payload size (B)", "%,d B"),
    CONNECTIONS("connections", "connections", "%,d connections"),
    IN_FLIGHT("in flight", "calls in flight per connection", "%,d in flight"),
    RATE("rate", "calls due per second", "%,d calls/s due");

    private final String word;
    private final String label;
    private final String format;

    Axis(String word, String label, String format) {
        this.word = word;
        this.label = label;
        this.format = format;
    }

    /** {@return the name in titles} */
    public String word() {
        return word;
    }

    /** {@return the label of the axis} */
    public String label() {
        return label;
    }

    /** {@return a value as text, in a list of conditions} */
    String text(int value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** {@return the function that returns the position of a run on this axis} */
    ToIntFunction<LoadPlan> value() {
        return switch (this) {
            case SIZE -> LoadPlan::size;
            case CONNECTIONS -> LoadPlan::connections;
            case IN_FLIGHT -> LoadPlan::inFlight;
            case RATE -> plan -> (int) plan.rate();
        };
    }

    /** {@return whether the axis has a meaning for a run: not every method carries text or bytes} */
    boolean applies(LoadPlan plan) {
        return switch (this) {
            case SIZE -> plan.calls().isEmpty() && plan.method().hasSize();
            case CONNECTIONS, IN_FLIGHT -> true;
            case RATE -> plan.rate() > 0;
        };
    }
}
