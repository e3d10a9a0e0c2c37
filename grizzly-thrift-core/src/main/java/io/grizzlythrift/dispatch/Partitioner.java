package io.grizzlythrift.dispatch;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.selector.EarlyInitialization;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Creates the batches of a server whose calls differ in their priority or in the threads that run them. Called by the
 * threads that read. Thread-safe.
 */
final class Partitioner {
    private final Optional<Prioritizer> prioritizer;
    private final CallRoutes routes;
    private final Consumer<List<SubmittedBatch>> submitter;

    /** @param submitter submits calls that were moved to the threads of their methods */
    Partitioner(Optional<Prioritizer> prioritizer, CallRoutes routes, Consumer<List<SubmittedBatch>> submitter) {
        EarlyInitialization.of(PartitionedBatch.class, LateRouting.class);
        this.prioritizer = prioritizer;
        this.routes = routes;
        this.submitter = submitter;
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
        boolean routeUnknown = false;
        int priority = 0;
        int first = 0;
        int[] partOf = null;
        for (int call = 0; call < calls; call++) {
            if (call == 0 || frames.hasHeaders()) { // calls without their own headers share one priority
                priority = priorityOf(origin, frames, call);
            }
            int route = routes.numberOf(frames, call);
            routeUnknown |= route == CallRoutes.UNKNOWN;
            int part = PartitionedBatch.part(
                    priority, route == CallRoutes.UNKNOWN ? CallRoute.MAIN : route, routes.count());
            if (call == 0) {
                first = part;
            } else if (partOf == null && part != first) {
                partOf = new int[calls];
                Arrays.fill(partOf, 0, call, first);
            }
            if (partOf != null) {
                partOf[call] = part;
            }
        }
        SubmittedBatch batch = partOf == null
                ? ofOnePart(origin, frames, executors, arrival, first)
                : new PartitionedBatch(origin, frames, executors, arrival, routes.all(), partOf);
        if (routeUnknown) {
            batch.routeLate(new LateRouting(routes, submitter));
        }
        count(partOf, first, calls);
        return batch;
    }

    private SubmittedBatch ofOnePart(
            CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival, int part) {
        CallRoute route = routes.all().get(part % routes.count());
        return new SubmittedBatch(origin, frames, executors, arrival, route, part / routes.count());
    }

    private int priorityOf(CallOrigin origin, FrameBatch frames, int call) {
        return prioritizer.isPresent() ? prioritizer.get().priorityOf(origin, frames, call) : CallBatch.NORMAL_PRIORITY;
    }

    private void count(int[] partOf, int first, int calls) {
        if (prioritizer.isEmpty()) {
            return;
        }
        if (partOf == null) {
            prioritizer.get().count(first / routes.count(), calls);
            return;
        }
        for (int part : partOf) {
            prioritizer.get().count(part / routes.count(), 1);
        }
    }
}
