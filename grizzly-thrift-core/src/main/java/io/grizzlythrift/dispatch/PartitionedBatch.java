package io.grizzlythrift.dispatch;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.strategy.pace.MethodPace;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A {@link SubmittedBatch} whose calls have different priorities or routes. Strategies get one batch, a {@link Part},
 * for each combination of priority and route. Memory, arrival and replies belong to the whole read. Calls are admitted
 * in the order of their priorities.
 *
 * <p>A call belongs to the thread that took its position from its part. The next position only ever increases,
 * atomically.
 */
final class PartitionedBatch extends SubmittedBatch {
    /** The number of admitted calls of a part before {@link #admit}. */
    private static final int UNKNOWN = -1;

    /** The calls, part by part; within a part, in the order of the read. */
    private final int[] order;

    /** The position of each call in {@link #order}. */
    private final int[] positions;

    /** The highest priority first. */
    private final List<Part> parts = new ArrayList<>();

    /**
     * Creates a batch of several parts.
     *
     * @param routes the routes of the server, by their number
     * @param partOf the part of each call, as {@link #part} returns it; at least two different ones
     */
    PartitionedBatch(
            CallOrigin origin,
            FrameBatch frames,
            CallExecutorPool executors,
            long arrival,
            List<CallRoute> routes,
            int[] partOf) {
        super(origin, frames, executors, arrival, routes.get(CallRoute.MAIN));
        order = new int[partOf.length];
        positions = new int[partOf.length];
        long[] sorted = new long[partOf.length];
        for (int call = 0; call < partOf.length; call++) {
            sorted[call] = ((long) partOf[call] << Integer.SIZE) | call;
        }
        Arrays.sort(sorted);
        int begin = 0;
        for (int position = 0; position < sorted.length; position++) {
            order[position] = (int) sorted[position];
            positions[order[position]] = position;
            int part = partOf[order[position]];
            if (position + 1 == sorted.length || partOf[(int) sorted[position + 1]] != part) {
                parts.add(new Part(part / routes.size(), routes.get(part % routes.size()), begin, position + 1));
                begin = position + 1;
            }
        }
    }

    /** Returns the number of a part. Parts of higher priorities have lower numbers. */
    static int part(int priority, int route, int routes) {
        return priority * routes + route;
    }

    @Override
    void execute() {
        for (Part part : parts) {
            part.route.execute(part);
        }
    }

    @Override
    public CallRoute routeOf(int call) {
        return partOf(call).route;
    }

    @Override
    int priorityOf(int call) {
        return partOf(call).priority;
    }

    private Part partOf(int call) {
        int position = positions[call];
        for (Part part : parts) {
            if (position < part.end) {
                return part;
            }
        }
        throw new IndexOutOfBoundsException(call);
    }

    @Override
    protected void rejectOverdue(long now) {
        for (Part part : parts) {
            rejectIfOverdue(part, part.route, now);
        }
    }

    @Override
    int admit(AdmissionControl admission, LongSupplier ofConnection) {
        int admitted = 0;
        for (Part part : parts) {
            int before = admitted;
            if (isFull(part.route)) {
                admission.reject(part.route, part.size());
            } else {
                part.admitted = admission.admit(
                        part.route, origin(), part.size(), part.priority, () -> ofConnection.getAsLong() + before);
                admitted += part.admitted;
            }
        }
        return admitted;
    }

    /** Returns whether calls of a higher priority have reached the limit of a route. */
    private boolean isFull(CallRoute route) {
        for (Part part : parts) {
            if (part.route == route && part.admitted != UNKNOWN && part.admitted < part.size()) {
                return true;
            }
        }
        return false;
    }

    @Override
    void rejectNotAdmitted() {
        parts.forEach(part -> rejectOverload(part, admission().inFlightMessage(part.route)));
    }

    @Override
    public boolean isAdmitted(int call) {
        Part part = partOf(call);
        return positions[call] - part.begin < part.admitted;
    }

    @Override
    public int claim() {
        for (Part part : parts) {
            int call = part.claim();
            if (call != NONE) {
                return call;
            }
        }
        return NONE;
    }

    @Override
    public int nextUnclaimed() {
        for (Part part : parts) {
            int call = part.nextUnclaimed();
            if (call != NONE) {
                return call;
            }
        }
        return NONE;
    }

    /** {@inheritDoc} Always 1 here: the next call of a part is not necessarily the next call of the read. */
    @Override
    public int countOfSameMethod(int call, int max) {
        return 1;
    }

    @Override
    public int unclaimed() {
        int unclaimed = 0;
        for (Part part : parts) {
            unclaimed += part.unclaimed();
        }
        return unclaimed;
    }

    @Override
    boolean mayHaveUnclaimedOneway() {
        for (Part part : parts) {
            for (int position = part.next.get(); position < part.end; position++) {
                if (mayBeOneway(order[position])) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void drop() {
        for (int call = claim(); call != NONE; call = claim()) {
            dropClaimed(call, 1, isAdmitted(call) ? 1 : 0);
        }
    }

    /** The calls of one priority and route. */
    private final class Part implements CallBatch {
        private final int priority;
        private final CallRoute route;
        private final int begin;
        private final int end;

        /** How many of the calls are admitted, from the first on. Written before another thread gets the part. */
        private int admitted = UNKNOWN;

        /** The position of the first unclaimed call. */
        private final AtomicInteger next;

        Part(int priority, CallRoute route, int begin, int end) {
            this.priority = priority;
            this.route = route;
            this.begin = begin;
            this.end = end;
            next = new AtomicInteger(begin);
        }

        int size() {
            return end - begin;
        }

        @Override
        public CallFlow flow() {
            return route.flowOf(origin());
        }

        @Override
        public int priority() {
            return priority;
        }

        @Override
        public int claim() {
            if (next.get() >= end) {
                return NONE;
            }
            int position = next.getAndIncrement();
            return position < end ? order[position] : NONE;
        }

        @Override
        public int nextUnclaimed() {
            int position = next.get();
            return position < end ? order[position] : NONE;
        }

        @Override
        public MethodPace paceOf(int call) {
            return PartitionedBatch.this.paceOf(call);
        }

        @Override
        public int unclaimed() {
            return Math.max(0, end - next.get());
        }

        @Override
        public void run(int call) {
            PartitionedBatch.this.run(call);
        }

        @Override
        public void flush() {
            PartitionedBatch.this.flush();
        }

        @Override
        public void flushLater() {
            PartitionedBatch.this.flushLater();
        }

        @Override
        public void reject(String reason) {
            rejectOverload(this, reason);
        }
    }
}
