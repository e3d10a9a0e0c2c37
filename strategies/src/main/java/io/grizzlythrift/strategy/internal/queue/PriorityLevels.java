package io.grizzlythrift.strategy.internal.queue;

/**
 * The ready flows by priority. Higher priorities are served first, but not without bound: a priority that has waited
 * while others were served {@value #MAX_PASSED_OVER} times goes before them. So the lowest of five gets at least one of {@value
 * #MAX_WAIT} turns, however much work of a higher priority arrives.
 */
final class PriorityLevels {
    static final int MAX_PASSED_OVER = 8;

    /** The turn in which a priority is served at the latest: after it is due, and all others that are also due go first. */
    static final int MAX_WAIT = MAX_PASSED_OVER + FlowState.PRIORITIES - 1;

    private final FlowRotation[] rotations = new FlowRotation[FlowState.PRIORITIES];

    /** How many times another priority was served while this one waited. */
    private final int[] passedOver = new int[FlowState.PRIORITIES];

    /** One bit for each priority that has a ready flow. */
    private int ready;

    PriorityLevels() {
        for (int priority = 0; priority < rotations.length; priority++) {
            rotations[priority] = new FlowRotation();
        }
    }

    FlowRotation rotation(int priority) {
        return rotations[priority];
    }

    /** Records that a flow of a priority was added to a list, or removed from one. */
    void changed(int priority) {
        int bit = 1 << priority;
        if (rotations[priority].isEmpty()) {
            ready &= ~bit;
            passedOver[priority] = 0;
        } else {
            ready |= bit;
        }
    }

    /** Returns the priority to serve next. A flow must be ready. */
    int next() {
        int highest = Integer.numberOfTrailingZeros(ready);
        for (int lower = ready & (ready - 1); lower != 0; lower &= lower - 1) {
            int priority = Integer.numberOfTrailingZeros(lower);
            if (passedOver[priority] >= MAX_PASSED_OVER) {
                return priority;
            }
        }
        return highest;
    }

    /** Records that a priority is served. */
    void served(int priority) {
        passedOver[priority] = 0;
        for (int others = ready & ~(1 << priority); others != 0; others &= others - 1) {
            passedOver[Integer.numberOfTrailingZeros(others)]++;
        }
    }
}
