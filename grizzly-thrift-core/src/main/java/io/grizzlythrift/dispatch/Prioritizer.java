package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallPriorities;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.selector.EarlyInitialization;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines the priorities of calls with the user's {@link CallPriorities}, and counts the calls of each. Thread-safe.
 */
final class Prioritizer {
    private static final Logger LOG = LoggerFactory.getLogger(Prioritizer.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final CallPriorities priorities;
    private final CounterRecorder counters;

    Prioritizer(CallPriorities priorities, CounterRecorder counters) {
        EarlyInitialization.of(ReadCall.class, CallPriority.class);
        this.priorities = priorities;
        this.counters = counters;
    }

    /**
     * Returns the number of the priority of a call. If the user's code throws, logs that and returns the normal one.
     */
    int priorityOf(CallOrigin origin, FrameBatch frames, int call) {
        try {
            CallPriority priority = priorities.of(new ReadCall(origin, frames, call));
            return Objects.requireNonNull(priority, "no CallPriority").number();
        } catch (Throwable t) {
            failureLog.log(suppressed ->
                    LOG.error("the priority of a call could not be determined{}", LogLimiter.suffix(suppressed), t));
            return CallPriority.NORMAL.number();
        }
    }

    void count(int priority, int calls) {
        counters.countPriority(priority, calls);
    }
}
