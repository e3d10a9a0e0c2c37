package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ArrivedCall;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides reads by the priorities of calls, which the user's {@link PriorityClassifier} determines, and the routes to the
 * threads that run them, in a server whose calls differ in these. Called by the threads that read. Thread-safe.
 */
final class Partitioner {
    private static final Logger LOG = LoggerFactory.getLogger(Partitioner.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final Optional<PriorityClassifier> priorities;
    private final CounterRecorder counters;
    private final CallRoutes routes;
    private final Consumer<List<SubmittedBatch>> submitter;

    /** @param submitter submits calls that were moved to the threads of their methods */
    Partitioner(
            Optional<PriorityClassifier> priorities,
            CounterRecorder counters,
            CallRoutes routes,
            Consumer<List<SubmittedBatch>> submitter) {
        EarlyInitialization.of(LateRouting.class, CallPriority.class);
        this.priorities = priorities;
        this.counters = counters;
        this.routes = routes;
        this.submitter = submitter;
    }

    /** {@return whether calls can differ in priority or route} */
    boolean isNeeded() {
        return priorities.isPresent() || routes.areSeveral();
    }

    /** Divides the calls of a read by their priority and route. */
    void divide(ReceivedCalls read) {
        FrameBatch frames = read.frames();
        int[] partOf = new int[read.size()];
        int[] sizes = new int[CallBatch.PRIORITIES * routes.count()];
        boolean routeUnknown = false;
        int priority = CallBatch.NORMAL_PRIORITY;
        for (int index = 0; index < partOf.length; index++) {
            if (index == 0 || frames.hasHeaders()) { // calls without their own headers share one priority
                priority = priorityOf(read, index);
            }
            int route = routes.numberOf(frames, index);
            routeUnknown |= route == CallRoutes.UNKNOWN;
            int part = priority * routes.count() + (route == CallRoutes.UNKNOWN ? CallRoute.MAIN : route);
            partOf[index] = part;
            sizes[part]++;
        }
        if (routeUnknown) {
            read.routeLate(new LateRouting(routes, submitter));
        }
        int[][] indexes = indexesOf(partOf, sizes);
        List<SubmittedBatch> batches = new ArrayList<>();
        for (int part = 0; part < sizes.length; part++) {
            if (sizes[part] > 0) {
                CallRoute route = routes.all().get(part % routes.count());
                batches.add(new SubmittedBatch(read, route, part / routes.count(), indexes[part]));
                count(part / routes.count(), sizes[part]);
            }
        }
        read.divide(batches);
    }

    /** Returns the calls of each part, in the order of the read; null for a part that has all of them, or none. */
    private static int[][] indexesOf(int[] partOf, int[] sizes) {
        int[][] indexes = new int[sizes.length][];
        if (sizes[partOf[0]] == partOf.length) {
            return indexes;
        }
        int[] found = new int[sizes.length];
        for (int index = 0; index < partOf.length; index++) {
            int part = partOf[index];
            if (indexes[part] == null) {
                indexes[part] = new int[sizes[part]];
            }
            indexes[part][found[part]++] = index;
        }
        return indexes;
    }

    private void count(int priority, int calls) {
        if (priorities.isPresent()) {
            counters.countPriority(priority, calls);
        }
    }

    /** Returns the number of the priority of a call. If the user's code throws, logs that and returns the normal one. */
    private int priorityOf(ReceivedCalls read, int index) {
        if (priorities.isEmpty()) {
            return CallBatch.NORMAL_PRIORITY;
        }
        ArrivedCall call = new ServerCall(read, index, routes.main(), CallBatch.NORMAL_PRIORITY, false);
        try {
            return Objects.requireNonNull(priorities.get().of(call), "no CallPriority")
                    .number();
        } catch (Throwable t) {
            failureLog.log(suppressed ->
                    LOG.error("the priority of a call could not be determined{}", LogLimiter.suffix(suppressed), t));
            return CallPriority.NORMAL.number();
        }
    }
}
