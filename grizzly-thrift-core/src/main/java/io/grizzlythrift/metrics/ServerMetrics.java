package io.grizzlythrift.metrics;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What became of the calls of a server, method by method, since it was made. Always on. Any thread may read. A call is
 * counted before its reply leaves; its time in the handler may follow, at the latest when its thread pauses.
 *
 * <p>Methods that a generated processor has are there from the start, or from the first call if a factory makes it.
 * Calls of methods that it does not have are counted together as {@link #OTHER}: names come from the peer. Where a
 * processor does not say what it has, the first {@value #MAX_UNDECLARED} names whose arguments it can read have numbers of
 * their own.
 *
 * <p>Counts and bytes are exact. So is the sum of the time in the handler, but the clock is not read for each call: calls
 * that follow each other on a thread within a millisecond or two share the time equally, so the maximum of quick calls
 * is that of such averages. A call that takes longer than two milliseconds is seen as itself, to within one or two.
 * The time in queue is exact to within as much.
 *
 * <p>Not counted here are frames that are no message of the server's protocol, and messages that are neither call nor
 * oneway.
 */
public interface ServerMetrics {
    /** The name for all methods that are not served, or not known: {@value}. */
    String OTHER = "(other)";

    /** How many methods of processors that do not say what they have are told apart: {@value}. */
    int MAX_UNDECLARED = 1_000;

    /** The longest name, of service and method together, that such a method may have: {@value}. */
    int MAX_UNDECLARED_CHARS = 200;

    /**
     * Every method that is served, and every other one that was called.
     *
     * @return in the order of services, then of methods
     */
    List<MethodMetrics> methods();

    /**
     * One method.
     *
     * @param service empty for calls that name none
     * @param method its name
     * @return empty if it is not served and was not called
     */
    Optional<MethodMetrics> method(String service, String method);

    /**
     * Tells of every method: of those in {@link #methods()} at once, of others when they are first called, on the thread
     * that ran the call. Of some perhaps twice. What the listener throws is logged and changes nothing.
     *
     * @param listener gets service, empty if there is none, and method; must not block
     * @return takes the listener away
     */
    Runnable onMethod(BiConsumer<String, String> listener);
}
