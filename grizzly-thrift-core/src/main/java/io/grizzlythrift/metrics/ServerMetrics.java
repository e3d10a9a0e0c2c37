package io.grizzlythrift.metrics;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The metrics of each method of a server since it was created. Always on, and thread-safe. A call is counted before its
 * reply is sent. Its time in the handler may be added later, at the latest when its thread has no more calls to run.
 *
 * <p>The methods of a generated processor are listed from the start, or from the first call if a factory creates the
 * processor. Calls of methods that it does not have are counted together as {@link #OTHER}, because their names come
 * from the peer. If a processor does not declare its methods, the first {@value #MAX_UNDECLARED} names whose arguments
 * it can read are counted separately.
 *
 * <p>Counts and bytes are exact. The total time in the handler is exact too, but the clock is not read for each call:
 * consecutive calls of a thread within one or two milliseconds share the time equally, so the maximum of quick calls is
 * a maximum of such averages. A call that takes longer than two milliseconds is measured separately, accurate to one or
 * two milliseconds. The time in queue has the same accuracy.
 *
 * <p>Frames that are not a message of the server's protocol, and messages that are neither a call nor oneway, are not
 * counted.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface ServerMetrics {
    /** The common name of all methods that the server does not have or does not know: {@value}. */
    String OTHER = "(other)";

    /** The maximum number of separately counted methods of processors that do not declare their methods: {@value}. */
    int MAX_UNDECLARED = 1_000;

    /** The maximum length of the name of such a method, including the service, in characters: {@value}. */
    int MAX_UNDECLARED_CHARS = 200;

    /**
     * Returns the metrics of every known method of the server and of every other method that was called.
     *
     * @return the metrics, ordered by service, then by method
     */
    List<MethodMetrics> methods();

    /**
     * Returns the metrics of one method.
     *
     * @param service the name of the service; empty for calls without one
     * @param method the name of the method
     * @return empty if the server does not have the method and it was not called
     */
    Optional<MethodMetrics> method(String service, String method);

    /**
     * Notifies a listener of every method: at once of those in {@link #methods()}, and of others when they are first
     * called, on the thread that ran the call. The listener may be notified twice of the same method. An exception of
     * the listener is logged and has no other effect.
     *
     * @param listener receives the service, empty if there is none, and the method; must not block
     * @return removes the listener when run
     */
    Runnable onMethod(BiConsumer<String, String> listener);
}
