package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallPriorities;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.dispatch.admission.CallOrigin;
import io.grizzlythrift.dispatch.executor.CallExecutorPool;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.selector.EarlyInitialization;
import java.util.Arrays;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the batches of a server whose calls have priorities, and counts the calls of each. Thread-safe. */
final class Prioritizer {
    private static final Logger LOG = LoggerFactory.getLogger(Prioritizer.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final CallPriorities priorities;
    private final CounterRecorder counters;

    Prioritizer(CallPriorities priorities, CounterRecorder counters) {
        EarlyInitialization.of(PrioritizedBatch.class, ReadCall.class, CallPriority.class);
        this.priorities = priorities;
        this.counters = counters;
    }

    /**
     * Makes the batch of a read. Calls without headers of their own share one priority.
     *
     * @param arrival when it was read, as {@link System#nanoTime()}
     */
    SubmittedBatch batch(CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival) {
        int calls = frames.size();
        int first = priorityOf(origin, frames, 0);
        int[] all = null;
        for (int call = 1; frames.hasHeaders() && call < calls; call++) {
            int priority = priorityOf(origin, frames, call);
            if (all == null && priority != first) {
                all = new int[calls];
                Arrays.fill(all, 0, call, first);
            }
            if (all != null) {
                all[call] = priority;
            }
        }
        if (all == null) {
            counters.countPriority(first, calls);
            return new SubmittedBatch(origin, frames, executors, arrival, first);
        }
        for (int priority : all) {
            counters.countPriority(priority, 1);
        }
        return new PrioritizedBatch(origin, frames, executors, arrival, all);
    }

    private int priorityOf(CallOrigin origin, FrameBatch frames, int call) {
        try {
            CallPriority priority = priorities.of(new ReadCall(origin, frames, call));
            return Objects.requireNonNull(priority, "no CallPriority").number();
        } catch (Throwable t) {
            failureLog.log(suppressed ->
                    LOG.error("the priority of a call could not be determined{}", LogLimiter.suffix(suppressed), t));
            return CallPriority.NORMAL.number();
        }
    }
}
