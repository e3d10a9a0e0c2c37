package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.internal.message.MultiplexedName;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.Timing;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of one method. Written by one thread at a time, read by any thread. The writer uses opaque writes and
 * readers use opaque reads: each number is read atomically, never decreases, and eventually becomes visible to readers;
 * there is no order between two numbers. They are fields rather than an array because that halves the cost of a call.
 *
 * <p>While somebody watches, each time is also counted in its class. That costs nothing at other times: the comparison that finds a
 * new maximum is made with a mark, which is the maximum, or while somebody watches, less than every time. The writer may put the mark
 * back at the same moment; then times are counted from the next {@link #watch} on.
 */
final class MethodAccumulator {
    /** A mark that every time exceeds. */
    private static final long BELOW_ALL = Long.MIN_VALUE;

    private static final Kind[] KINDS = Kind.values();
    private static final VarHandle OTHER_OUTCOMES = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle QUEUED_MARK = number("queuedMark");
    private static final VarHandle HANDLED_MARK = number("handledMark");
    private static final VarHandle REPLIED = number("replied");
    private static final VarHandle MESSAGE_BYTES = number("messageBytes");
    private static final VarHandle REPLY_BYTES = number("replyBytes");
    private static final VarHandle QUEUED_NANOS = number("queuedNanos");
    private static final VarHandle QUEUED_MAX = number("queuedMax");
    private static final VarHandle HANDLED_CALLS = number("handledCalls");
    private static final VarHandle HANDLED_NANOS = number("handledNanos");
    private static final VarHandle HANDLED_MAX = number("handledMax");

    private long replied;
    private long messageBytes;
    private long replyBytes;
    private long queuedNanos;
    private long queuedMax;
    private long handledCalls;
    private long handledNanos;
    private long handledMax;

    private long queuedMark;
    private long handledMark;

    /** Null while nobody watches. */
    private volatile LatencyCounts watched;

    /** Calls with any other outcome, by the index of its kind. */
    private final long[] otherOutcomes = new long[KINDS.length];

    /** The number of calls whose time is not known yet. Used only by the {@link CallRecorder} of the thread. */
    int unsettled;

    private static VarHandle number(String field) {
        return VarHandles.of(MethodHandles.lookup(), MethodAccumulator.class, field, long.class);
    }

    void count(Kind kind, int messageLength, int replyLength) {
        if (kind == Kind.REPLIED) {
            REPLIED.setOpaque(this, replied + 1);
        } else {
            OTHER_OUTCOMES.setOpaque(otherOutcomes, indexOf(kind), otherOutcomes[indexOf(kind)] + 1);
        }
        MESSAGE_BYTES.setOpaque(this, messageBytes + messageLength);
        REPLY_BYTES.setOpaque(this, replyBytes + replyLength);
    }

    void queued(long nanos) {
        QUEUED_NANOS.setOpaque(this, queuedNanos + nanos);
        if (nanos > queuedMark) {
            queuedBeyondMark(nanos);
        }
    }

    private void queuedBeyondMark(long nanos) {
        if (nanos > queuedMax) {
            QUEUED_MAX.setOpaque(this, nanos);
        }
        LatencyCounts counts = watched;
        if (counts != null) {
            counts.queued(1, nanos);
        }
        QUEUED_MARK.setOpaque(this, counts == null ? queuedMax : BELOW_ALL);
    }

    /** Adds calls that took {@code nanos} in total, the longest of them {@code longest}. */
    void handled(long calls, long nanos, long longest) {
        HANDLED_CALLS.setOpaque(this, handledCalls + calls);
        HANDLED_NANOS.setOpaque(this, handledNanos + nanos);
        if (longest > handledMark) {
            handledBeyondMark(calls, nanos, longest);
        }
    }

    private void handledBeyondMark(long calls, long nanos, long longest) {
        if (longest > handledMax) {
            HANDLED_MAX.setOpaque(this, longest);
        }
        LatencyCounts counts = watched;
        if (counts != null) {
            counts.handled(1, longest);
            if (calls > 1) {
                counts.handled(calls - 1, (nanos - longest) / (calls - 1));
            }
        }
        HANDLED_MARK.setOpaque(this, counts == null ? handledMax : BELOW_ALL);
    }

    /** Counts each time in its class from now on. Any thread. */
    void watch() {
        if (watched == null) {
            watched = new LatencyCounts();
        }
        QUEUED_MARK.setOpaque(this, BELOW_ALL);
        HANDLED_MARK.setOpaque(this, BELOW_ALL);
    }

    /** Stops that, and forgets the counts. Any thread; the writer restores the marks. */
    void unwatch() {
        watched = null;
    }

    /** {@return the counts; null while nobody watches} */
    LatencyCounts watched() {
        return watched;
    }

    /** Adds all numbers of another accumulator. */
    void merge(MethodAccumulator other) {
        REPLIED.setOpaque(this, replied + other.read(REPLIED));
        for (int kind = 0; kind < otherOutcomes.length; kind++) {
            long more = (long) OTHER_OUTCOMES.getOpaque(other.otherOutcomes, kind);
            OTHER_OUTCOMES.setOpaque(otherOutcomes, kind, otherOutcomes[kind] + more);
        }
        MESSAGE_BYTES.setOpaque(this, messageBytes + other.read(MESSAGE_BYTES));
        REPLY_BYTES.setOpaque(this, replyBytes + other.read(REPLY_BYTES));
        QUEUED_NANOS.setOpaque(this, queuedNanos + other.read(QUEUED_NANOS));
        QUEUED_MAX.setOpaque(this, Math.max(queuedMax, other.read(QUEUED_MAX)));
        HANDLED_CALLS.setOpaque(this, handledCalls + other.read(HANDLED_CALLS));
        HANDLED_NANOS.setOpaque(this, handledNanos + other.read(HANDLED_NANOS));
        HANDLED_MAX.setOpaque(this, Math.max(handledMax, other.read(HANDLED_MAX)));
        LatencyCounts more = other.watched;
        if (more != null) {
            LatencyCounts counts = watched == null ? new LatencyCounts() : watched;
            counts.merge(more);
            watched = counts;
        }
    }

    /**
     * Returns the numbers as metrics. No thread may be writing to them. {@code name} is the name in the header of a
     * call.
     */
    MethodMetrics toMetrics(String name, Optional<CallPlacement> placement) {
        Map<Kind, Long> outcomes = new EnumMap<>(Kind.class);
        long ran = 0;
        for (Kind kind : KINDS) {
            long calls = kind == Kind.REPLIED ? replied : otherOutcomes[indexOf(kind)];
            outcomes.put(kind, calls);
            ran += kind.isRejection() ? 0 : calls;
        }
        return new MethodMetrics(
                MultiplexedName.serviceOf(name),
                MultiplexedName.methodOf(name),
                outcomes,
                messageBytes,
                replyBytes,
                new Timing(ran, Duration.ofNanos(queuedNanos), Duration.ofNanos(queuedMax)),
                new Timing(handledCalls, Duration.ofNanos(handledNanos), Duration.ofNanos(handledMax)),
                placement);
    }

    /** Returns the times of the calls. Any thread may call this. */
    CallTimes times() {
        return new CallTimes(read(HANDLED_CALLS), read(QUEUED_NANOS), read(HANDLED_NANOS));
    }

    private long read(VarHandle number) {
        return (long) number.getOpaque(this);
    }

    @SuppressWarnings("EnumOrdinal") // an index into an array that lives no longer than the enum
    private static int indexOf(Kind kind) {
        return kind.ordinal();
    }
}
