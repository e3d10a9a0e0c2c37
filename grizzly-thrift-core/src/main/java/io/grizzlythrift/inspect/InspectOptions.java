package io.grizzlythrift.inspect;

import io.grizzlythrift.strategy.internal.util.Bounds;

/**
 * How much a snapshot contains. Immutable. The time and the memory of a snapshot grow with these numbers; of calls in flight and
 * connections beyond them, it reads a few numbers each.
 */
public final class InspectOptions {
    /** The default of every list: {@value}. */
    public static final int DEFAULT_ITEMS = 100;

    /** The maximum of every list: {@value}. */
    public static final int MAX_ITEMS = 10_000;

    /** The maximum number of frames of a stack: {@value}. */
    public static final int MAX_STACK_FRAMES = 1_024;

    private static final int DEFAULT_METHODS = 1_000;

    private static final InspectOptions DEFAULTS =
            new InspectOptions(DEFAULT_ITEMS, DEFAULT_ITEMS, DEFAULT_METHODS, DEFAULT_ITEMS, 0);

    private final int maxCalls;
    private final int maxConnections;
    private final int maxMethods;
    private final int maxSlowCalls;
    private final int stackFrames;

    private InspectOptions(int maxCalls, int maxConnections, int maxMethods, int maxSlowCalls, int stackFrames) {
        this.maxCalls = maxCalls;
        this.maxConnections = maxConnections;
        this.maxMethods = maxMethods;
        this.maxSlowCalls = maxSlowCalls;
        this.stackFrames = stackFrames;
    }

    /** {@return the defaults: up to 100 calls, connections and slow calls, 1,000 methods, no stacks} */
    public static InspectOptions create() {
        return DEFAULTS;
    }

    /**
     * Sets how many calls in flight to list.
     *
     * @param calls 0 to {@value #MAX_ITEMS}
     * @return changed options
     * @throws IllegalArgumentException if out of bounds
     */
    public InspectOptions maxCalls(int calls) {
        return new InspectOptions(
                Bounds.requireBetween("maxCalls", calls, 0, MAX_ITEMS),
                maxConnections,
                maxMethods,
                maxSlowCalls,
                stackFrames);
    }

    /**
     * Sets how many connections to list.
     *
     * @param connections 0 to {@value #MAX_ITEMS}
     * @return changed options
     * @throws IllegalArgumentException if out of bounds
     */
    public InspectOptions maxConnections(int connections) {
        return new InspectOptions(
                maxCalls,
                Bounds.requireBetween("maxConnections", connections, 0, MAX_ITEMS),
                maxMethods,
                maxSlowCalls,
                stackFrames);
    }

    /**
     * Sets how many methods to list.
     *
     * @param methods 0 to {@value #MAX_ITEMS}
     * @return changed options
     * @throws IllegalArgumentException if out of bounds
     */
    public InspectOptions maxMethods(int methods) {
        return new InspectOptions(
                maxCalls,
                maxConnections,
                Bounds.requireBetween("maxMethods", methods, 0, MAX_ITEMS),
                maxSlowCalls,
                stackFrames);
    }

    /**
     * Sets how many slow calls to list. A server remembers the last 100.
     *
     * @param calls 0 to {@value #MAX_ITEMS}
     * @return changed options
     * @throws IllegalArgumentException if out of bounds
     */
    public InspectOptions maxSlowCalls(int calls) {
        return new InspectOptions(
                maxCalls,
                maxConnections,
                maxMethods,
                Bounds.requireBetween("maxSlowCalls", calls, 0, MAX_ITEMS),
                stackFrames);
    }

    /**
     * Sets how many frames of the stack to include for each listed call that runs, the innermost first. The JVM stops a thread
     * for a moment to read its stack.
     *
     * @param frames 0, for no stacks, to {@value #MAX_STACK_FRAMES}
     * @return changed options
     * @throws IllegalArgumentException if out of bounds
     */
    public InspectOptions stackFrames(int frames) {
        return new InspectOptions(
                maxCalls,
                maxConnections,
                maxMethods,
                maxSlowCalls,
                Bounds.requireBetween("stackFrames", frames, 0, MAX_STACK_FRAMES));
    }

    /** {@return how many calls in flight to list, the oldest ones} */
    public int maxCalls() {
        return maxCalls;
    }

    /** {@return how many connections to list, the busiest ones} */
    public int maxConnections() {
        return maxConnections;
    }

    /** {@return how many methods to list, those with most calls} */
    public int maxMethods() {
        return maxMethods;
    }

    /** {@return how many slow calls to list, the newest ones} */
    public int maxSlowCalls() {
        return maxSlowCalls;
    }

    /** {@return how many frames of a stack to include; 0 for none} */
    public int stackFrames() {
        return stackFrames;
    }

    /** {@return all options with their names} */
    @Override
    public String toString() {
        return "InspectOptions[maxCalls=" + maxCalls + ", maxConnections=" + maxConnections + ", maxMethods="
                + maxMethods + ", maxSlowCalls=" + maxSlowCalls + ", stackFrames=" + stackFrames + "]";
    }
}
