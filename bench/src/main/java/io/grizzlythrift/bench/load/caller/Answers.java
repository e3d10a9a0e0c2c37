package io.grizzlythrift.bench.load.caller;

import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.service.PreparedCall;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * Checks every answer, counts the right ones to the call that is measured and records their latencies. Any thread may
 * bring answers: each counts and records in a lane of its own, so that nothing is shared while calls run.
 */
public final class Answers {
    private final PreparedCall measured;
    private final LoadErrors errors = new LoadErrors();
    private final Queue<Lane> lanes = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Lane> own = ThreadLocal.withInitial(this::newLane);
    private volatile boolean recording;

    /** @param measured answers to other calls are checked, and no more */
    public Answers(PreparedCall measured) {
        this.measured = measured;
    }

    /**
     * Takes an answer.
     *
     * @param call what was called
     * @param answer whatever came
     * @param begunNanos when the call began, or should have
     * @param now when its answer was there
     */
    void came(PreparedCall call, Object answer, long begunNanos, long now) {
        if (!call.isRight(answer)) {
            errors.add(call.complaint(answer));
            return;
        }
        if (call != measured) {
            return;
        }
        Lane lane = own.get();
        lane.right.setRelease(lane.right.getPlain() + 1);
        if (recording) {
            lane.latencies.recordValue(now - begunNanos);
        }
    }

    public LoadErrors errors() {
        return errors;
    }

    public long right() {
        return lanes.stream().mapToLong(lane -> lane.right.get()).sum();
    }

    public void record(boolean on) {
        recording = on;
    }

    /** Complete once no thread brings answers any more. */
    public Histogram latencies() {
        Histogram all = new Histogram(3);
        lanes.forEach(lane -> all.add(lane.latencies));
        return all;
    }

    private Lane newLane() {
        Lane lane = new Lane();
        lanes.add(lane);
        return lane;
    }

    private static final class Lane {
        /** Written by one thread only, so no atomic increment is paid. */
        final AtomicLong right = new AtomicLong();

        final Histogram latencies = new Histogram(3);
    }
}
