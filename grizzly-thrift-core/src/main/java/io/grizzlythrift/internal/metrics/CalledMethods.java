package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.metrics.ServerMetrics;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The methods that an interceptor has seen run. Peers cannot make it store names that they invent. Thread-safe.
 */
public final class CalledMethods {
    /** Stands for methods that have never run, and for those beyond {@link ServerMetrics#MAX_UNDECLARED}. */
    public static final CalledMethod OTHER = new CalledMethod("", ServerMetrics.OTHER);

    private final Set<CalledMethod> methods = ConcurrentHashMap.newKeySet();

    /**
     * A method, as named by a client.
     *
     * @param service the name of the service; empty for calls without one
     * @param name the name of the method
     */
    public record CalledMethod(String service, String name) {}

    /** {@return the method itself if it ran in this call or an earlier one, otherwise {@link #OTHER}} */
    public CalledMethod of(CalledMethod method, ServerCallOutcome.Kind outcome) {
        return isKnown(method, outcome) ? method : OTHER;
    }

    private boolean isKnown(CalledMethod method, ServerCallOutcome.Kind outcome) {
        if (methods.contains(method)) {
            return true;
        }
        boolean hasRun = !outcome.isRejection() && outcome != ServerCallOutcome.Kind.UNKNOWN_METHOD;
        return hasRun
                && method.name().length() <= ServerMetrics.MAX_UNDECLARED_CHARS
                && methods.size() < ServerMetrics.MAX_UNDECLARED
                && (methods.add(method) || methods.contains(method)); // another thread may add it first
    }
}
