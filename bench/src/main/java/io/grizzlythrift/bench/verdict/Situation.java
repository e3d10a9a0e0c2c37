package io.grizzlythrift.bench.verdict;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** Describes a load in words. */
final class Situation {
    private Situation() {}

    /** {@return whether the handlers neither wait nor compute; false for recorded calls, where this is unknown} */
    static boolean returnsAtOnce(LoadPlan plan) {
        return plan.calls().isEmpty() && plan.burnEvery() == 0 && takesNoTime(plan);
    }

    private static boolean takesNoTime(LoadPlan plan) {
        return plan.method() != Method.SLEEP && plan.method() != Method.BURN;
    }

    /** Describes the handlers. */
    static String handlers(LoadPlan plan) {
        if (!plan.calls().isEmpty()) {
            return "your own handler, with the calls of "
                    + Path.of(plan.calls()).getFileName();
        }
        if (plan.burnEvery() > 0) {
            return "handlers of which one in " + plan.burnEvery() + " computes for " + text(plan.handlerTime());
        }
        return switch (plan.method()) {
            case SLEEP -> "handlers that block for " + text(plan.handlerTime());
            case BURN -> "handlers that compute for " + text(plan.handlerTime());
            default -> "handlers that return at once";
        };
    }

    /** Describes the calls, for runs without a title. */
    static String load(LoadPlan plan) {
        return (plan.calls().isEmpty()
                        ? plan.method() + (plan.method().hasSize() ? " " + plan.size() + " B, " : ", ")
                        : "")
                + plan.protocol() + ", " + plan.connections()
                + (plan.connections() == 1 ? " connection" : " connections")
                + (plan.inFlight() == 1 ? "" : " x " + plan.inFlight() + " in flight")
                + (plan.rate() == 0 ? "" : String.format(Locale.ROOT, ", %,.0f calls/s", plan.rate()));
    }

    private static String text(Duration time) {
        return time.toMillis() > 0 ? time.toMillis() + " ms" : time.toNanos() / 1000 + " us";
    }
}
