package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.internal.message.ProcessorTable;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Records the calls of one thread. Only that thread uses it; other threads read the numbers through the
 * {@link AccumulatorTable}.
 *
 * <p>The clock is not read for each call. Calls that end between two readings share the time between the readings. If
 * that time spans at least {@value #LONG_TICKS} ticks of the {@link io.grizzlythrift.internal.reply.FlushTimer}, the last
 * call was running at every tick except the first, so all of the time is attributed to it.
 */
public final class CallRecorder {
    private static final int LONG_TICKS = 2;

    /** The size of the cache of recent methods; a power of two. */
    private static final int RECENT = 16;

    private final CountedMethods names;
    private final AccumulatorTable methods;

    /**
     * Receives the time of messages that are not calls, of rejected calls, and of calls that end on another thread.
     * Never read.
     */
    private final MethodAccumulator unattributed = new MethodAccumulator();

    /** The methods with calls whose time is not known yet. */
    private final List<MethodAccumulator> unsettled = new ArrayList<>();

    private int unsettledCalls;
    private MethodAccumulator lastShare = unattributed;

    /** The last reading of the clock. */
    private long reading;

    /**
     * Names of recent methods, indexed by their hash, which the lookup of the generated processor has already computed.
     */
    private final String[] recentNames = new String[RECENT];

    private final MethodAccumulator[] recentMethods = new MethodAccumulator[RECENT];

    /** The reference through which the {@link MethodMetricsRecorder} tracks this recorder. */
    private Reference<?> reference;

    /**
     * Creates a recorder.
     *
     * @param names the method names of the server
     * @param methods the table of this thread
     */
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
     * Records a call that has ended on this thread.
     *
     * @param services the services of its connection
     * @param name the name in its header
     * @param replyBytes 0 if there is no reply
     * @param queuedNanos the time from its arrival to its start; ignored if it was rejected
     */
    @SuppressWarnings("ReferenceEquality") // faster, and another string with the same characters is found as well
    public void end(
            ProcessorTable services, String name, Kind kind, int messageBytes, int replyBytes, long queuedNanos) {
        int slot = name.hashCode() & (RECENT - 1);
        MethodAccumulator method = name == recentNames[slot] ? recentMethods[slot] : find(services, name, kind, slot);
        method.count(kind, messageBytes, replyBytes);
        if (kind.isRejection()) {
            share(unattributed);
        } else {
            method.queued(queuedNanos);
            share(method);
        }
    }

    /**
     * Records the end of a message that is not a call, or that a call leaves this thread and will end on another one.
     */
    public void leave() {
        share(unattributed);
    }

    /** {@return whether the times of all recorded calls are settled} */
    public boolean isSettled() {
        return unsettledCalls == 0;
    }

    /**
     * Settles the times of the calls that ended since the last reading of the clock.
     *
     * @param now the reading, as {@link System#nanoTime()}
     * @param ticks how often the flush timer has ticked since the last reading
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
        for (int i = 0; i < unsettled.size(); i++) { // an iterator would allocate, and there may be no memory
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
        if (lastShare != method) { // see CurrentCall: storing a reference in an old object is not cheap
            lastShare = method;
        }
    }

    private MethodAccumulator find(ProcessorTable services, String name, Kind kind, int slot) {
        MethodAccumulator method = methods.find(name);
        if (method == null) {
            String counted = names.find(services, name, kind);
            method = methods.of(counted);
            if (!counted.equals(name)) {
                return method;
            }
        }
        recentNames[slot] = name;
        recentMethods[slot] = method;
        return method;
    }
}
