package io.grizzlythrift.metrics;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The metrics of a server, method by method, since it was made. Always on, and thread-safe. A call is counted before
 * its reply is sent; its time in the handler may be added later, at the latest when its thread has no more calls to
 * run.
 *
 * <p>The methods of a generated processor are listed from the start, or from the first call if a factory makes the
 * processor. Calls of methods that it does not have are counted together as {@link #OTHER}, because their names come
 * from the peer. If a processor does not declare its methods, the first {@value #MAX_UNDECLARED} names whose arguments
 * it can read get numbers of their own.
 *
 * <p>Counts and bytes are exact. The total time in the handler is exact too, but the clock is not read for each call:
 * consecutive calls of a thread within one or two milliseconds share the time equally, so the maximum of quick calls is
 * a maximum of such averages. A call that takes longer than two milliseconds is measured alone, to within one or two
 * milliseconds. The time in queue has the same accuracy.
 *
 * <p>Frames that are no message of the server's protocol, and messages that are neither call nor oneway, are not
 * counted.
 */
public interface ServerMetrics {
    /** The name for all methods that the server does not have or does not know: {@value}. */
    String OTHER = "(other)";

    /**
     * The maximum number of methods with numbers of their own, of processors that do not declare their methods:
     * {@value}.
     */
    int MAX_UNDECLARED = 1_000;

    /** The maximum length of the name of such a method, service included, in characters: {@value}. */
    int MAX_UNDECLARED_CHARS = 200;

    /**
     * Returns the metrics of every known method of the server and of every other one that was called.
     *
     * @return the metrics, ordered by service, then by method
     */
    List<MethodMetrics> methods();

    /**
     * Returns the metrics of one method.
     *
     * @param service the name of the service; empty for calls that name none
     * @param method the name of the method
     * @return empty if the server does not have it and it was not called
     */
    Optional<MethodMetrics> method(String service, String method);

    /**
     * Notifies a listener of every method: of those in {@link #methods()} at once, of others when they are first
     * called, on the thread that ran the call. It may be notified twice of the same method. An exception of the
     * listener is logged and has no other effect.
     *
     * @param listener gets the service, empty if there is none, and the method; must not block
     * @return removes the listener when run
     */
    Runnable onMethod(BiConsumer<String, String> listener);
}
