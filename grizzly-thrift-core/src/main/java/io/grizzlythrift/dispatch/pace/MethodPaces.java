package io.grizzlythrift.dispatch.pace;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.message.MessageName;
import io.grizzlythrift.metrics.CallPlacement;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.metrics.recorder.CountedMethods;
import io.grizzlythrift.strategy.StrategyThreads;
import io.grizzlythrift.strategy.pace.MethodPace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pace of each method of a server, if its strategy learns it. Holds the methods that the metrics count by name, so that
 * peers cannot add any.
 *
 * <p>Thread-safe. Calls are looked up in an immutable table without a lock and without an allocation; a new method replaces
 * the table, under the lock of this object.
 */
public final class MethodPaces {
    private static final int SHORT_BYTES = 8;
    private static final Entry[] EMPTY = new Entry[1];

    private final Optional<StrategyThreads> threads;
    private final Map<String, MethodPace> byName = new ConcurrentHashMap<>();
    private volatile Entry[] table = EMPTY;

    /** Of a server whose strategy does not learn. */
    public static final MethodPaces NONE = new MethodPaces();

    private static final class Entry {
        private final byte[] name;
        private final MethodPace pace;

        private Entry(String name, MethodPace pace) {
            this.name = name.getBytes(StandardCharsets.UTF_8);
            this.pace = pace;
        }

        boolean hasName(byte[] array, int offset, int length) {
            if (length > SHORT_BYTES) {
                return Arrays.equals(name, 0, name.length, array, offset, offset + length);
            }
            if (length != name.length) {
                return false;
            }
            for (int i = 0; i < length; i++) { // quicker than the intrinsic, which first checks and then calls
                if (name[i] != array[offset + i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private MethodPaces() {
        threads = Optional.empty();
    }

    /** Makes paces of the methods that are counted, now and later, by a strategy that may or may not want to know them. */
    public MethodPaces(StrategyThreads threads, CountedMethods methods) {
        this.threads = Optional.of(threads);
        methods.listen(this::add);
    }

    private synchronized void add(String method) {
        if (method.equals(ServerMetrics.OTHER) || byName.containsKey(method)) {
            return;
        }
        threads.flatMap(learning -> learning.learn(method)).ifPresent(pace -> {
            byName.put(method, pace);
            Entry[] larger = new Entry[4 * Integer.highestOneBit(byName.size())];
            byName.forEach((name, known) -> insert(larger, new Entry(name, known)));
            table = larger;
        });
    }

    private static void insert(Entry[] into, Entry entry) {
        int slot = slot(entry.name, 0, entry.name.length, into.length);
        while (into[slot] != null) {
            slot = (slot + 1) & (into.length - 1);
        }
        into[slot] = entry;
    }

    private static int slot(byte[] array, int offset, int length, int slots) {
        int hash = length + 31 * (array[offset] + 31 * (array[offset + length / 2] + 31 * array[offset + length - 1]));
        return (hash ^ (hash >>> 8)) & (slots - 1);
    }

    /**
     * Returns the pace of the method of a call.
     *
     * @param frames may be released by another thread at the same time: then the result means nothing, and the call cannot
     *     be claimed any more
     * @return null if it is not known
     */
    public MethodPace of(FrameBatch frames, int frame) {
        Entry[] entries = table;
        byte[] array = frames.array(frame);
        if (entries == EMPTY || array == null || frames.isTransformed(frame)) {
            return null;
        }
        long name = MessageName.find(array, frames.offset(frame), frames.length(frame));
        return name == MessageName.NONE
                ? null
                : find(entries, array, MessageName.offset(name), MessageName.length(name));
    }

    private static MethodPace find(Entry[] entries, byte[] array, int offset, int length) {
        int slot = slot(array, offset, length, entries.length);
        for (Entry entry = entries[slot]; entry != null; entry = entries[slot]) {
            if (entry.hasName(array, offset, length)) {
                return entry.pace;
            }
            slot = (slot + 1) & (entries.length - 1);
        }
        return null;
    }

    /** {@return where calls of a method run; empty if the strategy does not learn, or if the method is not counted} */
    public Optional<CallPlacement> placement(String method) {
        return Optional.ofNullable(byName.get(method))
                .map(pace -> new CallPlacement(
                        pace.isQuick(), pace.promotions(), pace.demotions(), Duration.ofNanos(pace.lastSlowNanos())));
    }
}
