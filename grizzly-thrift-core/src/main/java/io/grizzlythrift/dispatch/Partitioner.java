package io.grizzlythrift.dispatch;

import io.grizzlythrift.dispatch.admission.CallOrigin;
import io.grizzlythrift.dispatch.executor.CallExecutorPool;
import io.grizzlythrift.dispatch.route.CallRoutes;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.selector.EarlyInitialization;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.Arrays;
import java.util.Optional;

/**
 * Creates the batches of a server whose calls differ in their priority or in the threads that run them. Called by the
 * threads that read. Thread-safe.
 */
final class Partitioner {
    private final Optional<Prioritizer> prioritizer;
    private final CallRoutes routes;

    Partitioner(Optional<Prioritizer> prioritizer, CallRoutes routes) {
        EarlyInitialization.of(PartitionedBatch.class);
        this.prioritizer = prioritizer;
        this.routes = routes;
    }

    /** {@return whether calls can differ in priority or route} */
    boolean isNeeded() {
        return prioritizer.isPresent() || routes.areSeveral();
    }

    /**
     * Creates the batch of a read.
     *
     * @param arrival when it was read, as {@link System#nanoTime()}
     */
    SubmittedBatch batch(CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival) {
        int calls = frames.size();
        int first = PartitionedBatch.part(priorityOf(origin, frames, 0), routes.numberOf(frames, 0), routes.count());
        int[] partOf = null;
        // Calls without their own headers share one priority.
        for (int call = 1; call < calls && (frames.hasHeaders() || routes.areSeveral()); call++) {
            int priority = frames.hasHeaders() ? priorityOf(origin, frames, call) : first / routes.count();
            int part = PartitionedBatch.part(priority, routes.numberOf(frames, call), routes.count());
            if (partOf == null && part != first) {
                partOf = new int[calls];
                Arrays.fill(partOf, 0, call, first);
            }
            if (partOf != null) {
                partOf[call] = part;
            }
        }
        if (partOf != null) {
            count(partOf);
            return new PartitionedBatch(origin, frames, executors, arrival, routes.all(), partOf);
        }
        int priority = first / routes.count();
        prioritizer.ifPresent(counted -> counted.count(priority, calls));
        return new SubmittedBatch(
                origin, frames, executors, arrival, routes.all().get(first % routes.count()), priority);
    }

    private int priorityOf(CallOrigin origin, FrameBatch frames, int call) {
        return prioritizer.isPresent() ? prioritizer.get().priorityOf(origin, frames, call) : CallBatch.NORMAL_PRIORITY;
    }

    private void count(int[] partOf) {
        if (prioritizer.isPresent()) {
            for (int part : partOf) {
                prioritizer.get().count(part / routes.count(), 1);
            }
        }
    }
}
