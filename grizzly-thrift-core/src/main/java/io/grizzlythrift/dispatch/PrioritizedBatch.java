package io.grizzlythrift.dispatch;

import io.grizzlythrift.dispatch.admission.AdmissionControl;
import io.grizzlythrift.dispatch.admission.CallOrigin;
import io.grizzlythrift.dispatch.executor.CallExecutorPool;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.strategy.CallBatch;
import io.grizzlythrift.strategy.CallFlow;
import io.grizzlythrift.strategy.pace.MethodPace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A {@link SubmittedBatch} whose calls have different priorities. The strategy gets it as one batch per priority, its
 * {@linkplain #parts() parts}; memory, time and replies are those of the whole read. Calls are admitted in the order of
 * their priorities.
 *
 * <p>A call belongs to the thread that took its position from its part. That is only ever raised, atomically.
 */
final class PrioritizedBatch extends SubmittedBatch {
    /** The calls, by priority and then in the order of the read. */
    private final int[] order;

    /** The position of each call in {@link #order}. */
    private final int[] positions;

    /** The highest priority first. */
    private final List<Part> parts = new ArrayList<>();

    /** @param priorities of each call, at least two different ones */
    PrioritizedBatch(CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival, int[] priorities) {
        super(origin, frames, executors, arrival, CallBatch.NORMAL_PRIORITY);
        order = new int[priorities.length];
        positions = new int[priorities.length];
        int position = 0;
        for (int priority = 0; priority < CallBatch.PRIORITIES; priority++) {
            int from = position;
            for (int call = 0; call < priorities.length; call++) {
                if (priorities[call] == priority) {
                    positions[call] = position;
                    order[position++] = call;
                }
            }
            if (position > from) {
                parts.add(new Part(priority, from, position));
            }
        }
    }

    @Override
    List<? extends CallBatch> parts() {
        return parts;
    }

    @Override
    int admit(AdmissionControl admission, LongSupplier ofConnection) {
        int admitted = 0;
        for (Part part : parts) {
            int before = admitted;
            int calls = part.end - part.begin;
            if (before < part.begin) { // the limit was reached by calls of a higher priority
                admission.reject(calls);
            } else {
                admitted += admission.admit(calls, part.priority, () -> ofConnection.getAsLong() + before);
            }
        }
        admit(admitted);
        return admitted;
    }

    @Override
    public boolean isAdmitted(int call) {
        return super.isAdmitted(positions[call]);
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
    protected boolean hasUnclaimed() {
        for (Part part : parts) {
            if (part.unclaimed() > 0) {
                return true;
            }
        }
        return false;
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

    /** The calls of one priority. */
    private final class Part implements CallBatch {
        private final int priority;
        private final int begin;
        private final int end;

        /** The position of the first unclaimed call. */
        private final AtomicInteger next;

        Part(int priority, int begin, int end) {
            this.priority = priority;
            this.begin = begin;
            this.end = end;
            next = new AtomicInteger(begin);
        }

        @Override
        public CallFlow flow() {
            return PrioritizedBatch.this.flow();
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
            return PrioritizedBatch.this.paceOf(call);
        }

        @Override
        public int unclaimed() {
            return Math.max(0, end - next.get());
        }

        @Override
        public void run(int call) {
            PrioritizedBatch.this.run(call);
        }

        @Override
        public void flush() {
            PrioritizedBatch.this.flush();
        }

        @Override
        public void flushLater() {
            PrioritizedBatch.this.flushLater();
        }

        @Override
        public void reject(String reason) {
            rejectOverload(this, reason);
        }
    }
}
