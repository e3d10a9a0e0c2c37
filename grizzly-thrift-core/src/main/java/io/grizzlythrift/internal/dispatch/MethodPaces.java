package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.inspect.PlacementSnapshot;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.message.MessageName;
import io.grizzlythrift.internal.message.NameTable;
import io.grizzlythrift.internal.metrics.CountedMethods;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PaceLearner;
import io.grizzlythrift.strategy.internal.queue.PaceRules;
import io.grizzlythrift.strategy.internal.queue.PaceState;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The pace of each method of a server, if its strategy learns it. Contains only methods that the metrics count by name,
 * so peers cannot add any.
 *
 * <p>Thread-safe. Calls are looked up in an immutable table without a lock and without an allocation; a new method
 * replaces the table, under the lock of this object.
 */
public final class MethodPaces {
    private static final NameTable<MethodPace> EMPTY = new NameTable<>(Map.of());

    private final Optional<PaceLearner> learner;
    private final Map<String, MethodPace> byName = new ConcurrentHashMap<>();
    private volatile NameTable<MethodPace> table = EMPTY;

    /** The paces of a server whose strategy does not learn. */
    public static final MethodPaces NONE = new MethodPaces();

    private MethodPaces() {
        learner = Optional.empty();
    }

    /** Creates the paces of all methods that are counted, now and later. A strategy that does not learn has none. */
    public MethodPaces(StrategyThreads threads, CountedMethods methods) {
        learner = threads instanceof PaceLearner learning ? Optional.of(learning) : Optional.empty();
        methods.listen(this::add);
    }

    private synchronized void add(String method) {
        if (method.equals(ServerMetrics.OTHER) || byName.containsKey(method)) {
            return;
        }
        learner.flatMap(learning -> learning.learn(method)).ifPresent(pace -> {
            byName.put(method, pace);
            table = new NameTable<>(byName);
        });
    }

    /**
     * Returns the pace of the method of a call.
     *
     * @param frames may be released by another thread at the same time: then the result has no meaning, and the call
     *     can no longer be claimed
     * @return null if the pace is not known
     */
    public MethodPace of(FrameBatch frames, int frame) {
        NameTable<MethodPace> paces = table;
        if (paces == EMPTY) {
            return null;
        }
        byte[] array = frames.array(frame);
        long name = findName(frames, frame, array);
        return name == MessageName.NONE ? null : paces.find(array, MessageName.offset(name), MessageName.length(name));
    }

    /**
     * Finds the name of a call in the array of its frame like {@link MessageName#find}. The array is null if released.
     */
    private static long findName(FrameBatch frames, int frame, byte[] array) {
        // A transcoded call takes longer than others of its method, and its peer chooses how long.
        return array == null || frames.isTransformed(frame) || frames.format(frame) == WireFormat.TRANSCODED
                ? MessageName.NONE
                : MessageName.find(array, frames.offset(frame), frames.length(frame));
    }

    /**
     * Counts consecutive calls of the same method.
     *
     * @param frames as for {@link #of}
     * @param first the first call; its method is compared with that of the following calls
     * @param max the count at which to stop, at least 1
     * @return 1 to {@code max}, including the first call; 1 if the method cannot be determined from the bytes
     */
    public static int countSame(FrameBatch frames, int first, int max) {
        int end = Math.min(frames.size(), first + max);
        int next = first + 1;
        if (next == end) {
            return 1;
        }
        byte[] array = frames.array(first);
        long name = findName(frames, first, array);
        if (name == MessageName.NONE) {
            return 1;
        }
        while (next < end && hasName(frames, next, array, name)) {
            next++;
        }
        return next - first;
    }

    private static boolean hasName(FrameBatch frames, int frame, byte[] named, long name) {
        byte[] array = frames.array(frame);
        return MessageName.isSame(named, name, array, findName(frames, frame, array));
    }

    /**
     * {@return where calls of a method run and why; empty if the strategy does not learn, or if the method is not counted}
     *
     * @param now as {@link System#nanoTime()}
     */
    Optional<PlacementSnapshot> explain(String method, long now) {
        return Optional.ofNullable(byName.get(method)).map(pace -> {
            PaceState state = pace.state(now);
            return new PlacementSnapshot(
                    state.quick(),
                    reason(state),
                    pace.promotions(),
                    pace.demotions(),
                    Duration.ofNanos(state.lastSlowNanos()));
        });
    }

    private static String reason(PaceState state) {
        String bound = "under " + TimeUnit.NANOSECONDS.toMicros(state.boundNanos()) + " us";
        if (state.quick()) {
            return "its calls took " + bound;
        }
        String sofar = state.callsInRow() + " of " + PaceRules.CALLS_IN_ROW + " calls in a row took " + bound + ", for "
                + TimeUnit.NANOSECONDS.toMillis(state.rowNanos()) + " of "
                + TimeUnit.NANOSECONDS.toMillis(state.waitNanos()) + " ms";
        return state.lastSlowNanos() == 0
                ? sofar
                : sofar + "; on a selector thread, its last slow call took "
                        + TimeUnit.NANOSECONDS.toMicros(state.lastSlowNanos()) + " us";
    }

    /** {@return where calls of a method run; empty if the strategy does not learn, or if the method is not counted} */
    public Optional<CallPlacement> placement(String method) {
        return Optional.ofNullable(byName.get(method))
                .map(pace -> new CallPlacement(
                        pace.isQuick(), pace.promotions(), pace.demotions(), Duration.ofNanos(pace.lastSlowNanos())));
    }
}
