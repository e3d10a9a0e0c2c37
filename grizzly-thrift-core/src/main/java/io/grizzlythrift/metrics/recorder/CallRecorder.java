package io.grizzlythrift.metrics.recorder;

import io.grizzlythrift.call.CallOutcome.Kind;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.reply.FlushTimer;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the calls that one thread runs. Only that thread calls it; who reads the numbers does so through the
 * {@link AccumulatorTable}.
 *
 * <p>The clock is not read for each call. Calls that have ended since the last reading are settled by the next one: they
 * share the time that passed. If that took {@value #LONG_TICKS} ticks of the {@link FlushTimer} or more, the last of
 * them was running at each tick but the first, and has it all.
 */
public final class CallRecorder {
    private static final int LONG_TICKS = 2;

    /** A power of two. */
    private static final int RECENT = 16;

    private final CountedMethods names;
    private final AccumulatorTable methods;

    /** Takes the time that the thread spent on what is no call, or on calls that end elsewhere. Read by nobody. */
    private final MethodAccumulator nobody = new MethodAccumulator();

    /** What has unsettled calls. */
    private final List<MethodAccumulator> unsettled = new ArrayList<>();

    private int unsettledCalls;
    private MethodAccumulator lastShare = nobody;
    private long reading;

    /** Methods called lately, each at the place that its name's hash says. The generated processor has made that. */
    private final String[] recentNames = new String[RECENT];

    private final MethodAccumulator[] recentMethods = new MethodAccumulator[RECENT];

    /** As which the {@link ServerMetrics} know this. */
    private Reference<?> reference;

    /** The names are those of the server, the table that of this thread. */
    CallRecorder(CountedMethods names, AccumulatorTable methods) {
        this.names = names;
        this.methods = methods;
    }

    void knownAs(Reference<?> known) {
        reference = known;
    }

    Reference<?> reference() {
        return reference;
    }

    /**
     * A call has ended on this thread.
     *
     * @param services of its connection
     * @param name as in its header
     * @param replyBytes 0 if there is no reply
     * @param queuedNanos from its arrival to its begin; ignored if it was refused
     */
    public void end(
            ProcessorTable services, String name, Kind kind, int messageBytes, int replyBytes, long queuedNanos) {
        int place = name.hashCode() & (RECENT - 1);
        MethodAccumulator method =
                name.equals(recentNames[place]) ? recentMethods[place] : find(services, name, kind, place);
        method.count(kind, messageBytes, replyBytes);
        if (kind == Kind.REJECTED) {
            share(nobody);
        } else {
            method.queued(queuedNanos);
            share(method);
        }
    }

    /** Something that is no call has ended on this thread, or a call has left it and ends on another one. */
    public void leave() {
        share(nobody);
    }

    /** Whether nothing waits for a reading of the clock. */
    public boolean isSettled() {
        return unsettledCalls == 0;
    }

    /**
     * The clock was read.
     *
     * @param now what it said, in nanoseconds
     * @param ticks how often the sweeper has ticked since the last reading
     */
    public void clock(long now, int ticks) {
        if (unsettledCalls > 0) {
            settle(now - reading, ticks);
        }
        reading = now;
    }

    private void settle(long passed, int ticks) {
        long equalShare = ticks < LONG_TICKS ? passed / unsettledCalls : 0;
        long lastOne = passed - equalShare * (unsettledCalls - 1);
        for (int i = 0; i < unsettled.size(); i++) { // an iterator would need memory where there may be none
            MethodAccumulator method = unsettled.get(i);
            boolean last = method == lastShare;
            long nanos = equalShare * method.unsettled + (last ? lastOne - equalShare : 0);
            method.handled(method.unsettled, nanos, last ? lastOne : equalShare);
            method.unsettled = 0;
        }
        unsettled.clear();
        unsettledCalls = 0;
    }

    private void share(MethodAccumulator method) {
        if (method.unsettled == 0) {
            unsettled.add(method);
        }
        method.unsettled++;
        unsettledCalls++;
        lastShare = method;
    }

    private MethodAccumulator find(ProcessorTable services, String name, Kind kind, int place) {
        MethodAccumulator method = methods.find(name);
        if (method == null) {
            String counted = names.find(services, name, kind);
            method = methods.of(counted);
            if (!counted.equals(name)) {
                return method;
            }
        }
        recentNames[place] = name;
        recentMethods[place] = method;
        return method;
    }
}
