package io.grizzlythrift.bench.load.caller;

import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.service.PreparedCall;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * Checks every reply, counts the right replies to the measured call and records their latencies. Any thread may deliver
 * replies: each thread counts and records in its own lane, so that threads share nothing while calls run.
 */
public final class Answers {
    private final PreparedCall measured;
    private final LoadErrors errors = new LoadErrors();
    private final Queue<Lane> lanes = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Lane> own = ThreadLocal.withInitial(this::newLane);
    private volatile boolean recording;

    /** @param measured the call to count and record; replies to other calls are only checked */
    public Answers(PreparedCall measured) {
        this.measured = measured;
    }

    /**
     * Processes a reply.
     *
     * @param call the call
     * @param answer the value that the reply carried
     * @param begunNanos when the call started, or was due
     * @param now when the reply arrived
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

    /** {@return all latencies; complete once no thread delivers replies} */
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
        /** Written by one thread only, which saves an atomic increment. */
        final AtomicLong right = new AtomicLong();

        final Histogram latencies = new Histogram(3);
    }
}
